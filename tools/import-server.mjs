import { ensureServerBuilt } from './server-build.mjs'

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
  await ensureServerBuilt()
  process.setSourceMapsEnabled(true)
  await import(`../dist/server/${entry}.js`)
}
