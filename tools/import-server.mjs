/**
 * Runs an entry of src/app/server in this process: signals and the exit code are its own, with nothing in between
 * that could lose them.
 * @param {'main' | 'cli'} entry
 */
export async function importServer(entry) {
  for (const [signal, number] of [
    ['SIGHUP', 1],
    ['SIGINT', 2],
    ['SIGTERM', 15],
  ]) {
    // Until the entry listens itself: an ordinary exit, which also ends the embedded database.
    process.on(signal, () => process.listenerCount(signal) === 1 && process.exit(128 + number))
  }
  // From here on: the package is there only after the installation.
  const { register } = await import('tsx/esm/api')
  register()
  await import(`../src/app/server/${entry}.ts`)
}
