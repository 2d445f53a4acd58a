// The slider of a match in the admin: moves through its steps without loading the page anew.

const form = document.getElementById("slider");
const slider = document.getElementById("step");
const place = document.getElementById("at-step");
const shown = new Map(); // what the server has answered, by step
let asked = null;

form.querySelector("[type=submit]").hidden = true;

/** Return the step that a link of the slider leads to. */
function target(go) {
  const now = Number(slider.value);
  return { first: 1, previous: now - 1, next: now + 1, last: Number(slider.max) }[go];
}

/** Fetch a step, unless it was fetched before; a newer wish ends an older one. */
async function fetched(step) {
  asked?.abort();
  if (shown.has(step)) {
    return shown.get(step);
  }
  asked = new AbortController();
  const address = form.dataset.step.replace(/\/0\/$/, `/${step}/`);
  const answer = await fetch(address, { signal: asked.signal, redirect: "error" });
  if (!answer.ok) {
    throw new Error(`status ${answer.status}`);
  }
  const text = await answer.text();
  shown.set(step, text);
  return text;
}

async function show(wanted) {
  const step = Math.min(Math.max(wanted, 1), Number(slider.max));
  slider.value = step;
  try {
    place.innerHTML = await fetched(step);
  } catch (error) {
    if (error.name !== "AbortError") {
      location.search = `?step=${step}`;
    }
    return;
  }
  document.querySelector("#log [aria-current]")?.removeAttribute("aria-current");
  document.querySelector(`#log [data-step="${step}"]`)?.setAttribute("aria-current", "step");
  history.replaceState(null, "", `?step=${step}`);
}

slider.addEventListener("input", () => show(Number(slider.value)));
form.addEventListener("submit", (event) => event.preventDefault());
for (const link of form.querySelectorAll("[data-go]")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    show(target(link.dataset.go));
  });
}
document.getElementById("log").addEventListener("click", (event) => {
  const row = event.target.closest("a")?.closest("[data-step]");
  if (!row) {
    return;
  }
  event.preventDefault();
  show(Number(row.dataset.step));
  form.scrollIntoView({ block: "start" });
});
