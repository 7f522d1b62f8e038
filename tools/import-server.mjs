/**
 * Runs an entry of src/app/server in this process: signals and the exit code are its own, with nothing in between
 * that could lose them.
 * @param {'main' | 'cli'} entry
 */
export async function importServer(entry) {
  // From here on: the package is there only after the installation.
  const { register } = await import('tsx/esm/api')
  register()
  await import(`../src/app/server/${entry}.ts`)
}
