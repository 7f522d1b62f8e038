// Runs lines of the portal's command line one after the other: one start instead of one for each.
let turn = 0
let last = Promise.resolve()

/** @param {string[]} line */
async function runLine(line) {
  let output = ''
  const streams = [process.stdout, process.stderr]
  const writes = streams.map((stream) => stream.write)
  for (const stream of streams) {
    stream.write = (text) => {
      output += text
      return true
    }
  }
  process.exitCode = 0
  process.argv = [process.execPath, 'portal', ...line]
  try {
    turn += 1
    await import(`../../dist/server/cli.js?turn=${turn}`)
  } catch (fault) {
    output += String(fault)
    process.exitCode = 1
  } finally {
    for (const [at, stream] of streams.entries()) stream.write = writes[at]
  }
  return { code: process.exitCode, output }
}

process.on('message', ({ id, line }) => {
  last = last.then(async () => process.send({ id, ...(await runLine(line)) }))
})
process.on('disconnect', () => process.exit())
