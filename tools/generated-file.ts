import fs from 'node:fs'

/**
 * Writes a generated file, or with `--check` compares it: exit code 1 and the first line that differs when the
 * committed one is stale.
 */
export function writeOrCheck(file: string, generated: string, command: string): void {
  const committed = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''
  if (!process.argv.includes('--check')) {
    if (committed !== generated) fs.writeFileSync(file, generated)
    console.log(`${file}: ${committed === generated ? 'unchanged' : 'written'}`)
    return
  }
  if (committed === generated) {
    console.log(`${file}: up to date`)
    return
  }
  const lines = committed.split('\n')
  const fresh = generated.split('\n')
  const differs = fresh.findIndex((line, i) => line !== lines[i])
  const at = differs === -1 ? fresh.length : differs
  console.error(`${file} is stale at line ${at + 1}; run: ${command}`)
  console.error(`  committed: ${lines[at] ?? '(ends)'}`)
  console.error(`  generated: ${fresh[at] ?? '(ends)'}`)
  process.exitCode = 1
}
