// The rules of the JavaScript of the web table. `make check` installs ESLint into var/node and runs it.

import { createRequire } from "node:module";

const installed = createRequire(new URL("var/node/", import.meta.url));
const js = installed("@eslint/js");
const globals = installed("globals");

const WEB = "games/web/static/web";

export default [
  { ignores: [".venv/", "var/"] },
  js.configs.recommended,
  {
    languageOptions: { globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      complexity: ["error", { max: 15, variant: "modified" }],
      curly: "error",
      eqeqeq: "error",
      "max-depth": ["error", 3],
      "max-lines": ["error", 400],
      "max-lines-per-function": ["error", 60],
      "max-nested-callbacks": ["error", 3],
      "max-params": ["error", 5],
      "no-shadow": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "error",
    },
  },
  { files: ["games/web/templates/web/worker.js"], languageOptions: { globals: globals.serviceworker } },
  // `make texts` writes these files: data, of which each line is a sentence.
  { files: [`${WEB}/texts/**`], rules: { "max-lines": "off" } },
];
