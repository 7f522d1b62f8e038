/** After it dist/server/main.js and cli.js are what the sources say. */
export function ensureServerBuilt(): Promise<void>
