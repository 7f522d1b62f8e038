import { spawn } from 'node:child_process'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import * as z from 'zod'
import { askOutside } from '../http/ask-outside.ts'

export type Verdict = 'clean' | 'infected'
/** Looks at the content of a file. @throws where there is no verdict: it could not be asked, or did not answer */
export type Scanner = (content: Readable) => Promise<Verdict>

const TIMEOUT_MS = 90_000
const Answer = z.object({ infected: z.boolean() })

/** The scanner that the operator named; undefined: there is none. */
export function openScanner({
  scanUrl,
  scanCommand,
}: {
  scanUrl?: string | undefined
  scanCommand?: string | undefined
}): Scanner | undefined {
  if (scanUrl) return overHttp(scanUrl)
  return scanCommand ? byCommand(scanCommand) : undefined
}

/** `POST` with the bytes as the body; the answer is `{"infected": false}`. The address may hold an account. */
export function overHttp(url: string, timeoutMs = TIMEOUT_MS): Scanner {
  const address = new URL(url)
  const account = decodeURIComponent(`${address.username}:${address.password}`)
  const headers = {
    'content-type': 'application/octet-stream',
    ...(account !== ':' && { authorization: `Basic ${Buffer.from(account).toString('base64')}` }),
  }
  address.username = ''
  address.password = ''
  return async (content) => {
    const request = {
      ...{ method: 'POST', headers, redirect: 'manual', duplex: 'half' },
      body: Readable.toWeb(content) as ReadableStream,
    } as RequestInit
    const answer = await askOutside(address, request, { whole: timeoutMs })
    if (answer.status !== 200) {
      await answer.body?.cancel()
      throw new Error(`the scanner answered ${answer.status}`)
    }
    return Answer.parse(await answer.json()).infected ? 'infected' : 'clean'
  }
}

/** The bytes as its input; 0 means clean and 1 infected, as `clamdscan -` has it. No shell: words are apart by spaces. */
function byCommand(command: string): Scanner {
  const [program = '', ...words] = command.split(/\s+/)
  return async (content) => {
    const running = spawn(program, words, { stdio: ['pipe', 'ignore', 'ignore'], timeout: TIMEOUT_MS })
    const code = new Promise<number | null>((done, failed) => {
      running.on('error', failed)
      running.on('close', done)
    })
    // It may have seen enough before the end.
    const [ended] = await Promise.all([code, pipeline(content, running.stdin).catch(() => undefined)])
    if (ended === 0) return 'clean'
    if (ended === 1) return 'infected'
    throw new Error(`the scanner ended with ${ended}`)
  }
}
