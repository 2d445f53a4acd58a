// The client of hey-api: for Node.js as well as for bundlers, so imports name files.
export default { input: "schema.yaml", output: { path: "hey", importFileExtension: ".js" } };
