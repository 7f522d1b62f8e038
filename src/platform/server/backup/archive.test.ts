import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { openArchive } from './archive-reader.ts'
import { writeArchive } from './archive-writer.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lotline-archive-'))
afterAll(() => fs.rmSync(folder, { recursive: true }))
let made = 0
const place = () => path.join(folder, `${++made}.backup`)

const write = (file: string, contents: Buffer[]) =>
  writeArchive(file, async (archive) => {
    for (const [at, content] of contents.entries()) await archive.add(`part/${at}`, content.length, [content])
  })
async function read(file: string): Promise<Buffer[]> {
  const archive = await openArchive(file)
  try {
    const found: Buffer[] = []
    for (const { name } of archive.members) {
      const pieces: Buffer[] = []
      for await (const piece of archive.read(name)) pieces.push(piece)
      found.push(Buffer.concat(pieces))
    }
    return found
  } finally {
    await archive.close()
  }
}
const contents = fc.array(
  fc.oneof(
    fc.uint8Array({ maxLength: 2000 }),
    fc.constantFrom(0, 1, 511, 512, 513).map((size) => new Uint8Array(size)),
  ),
  { maxLength: 6 },
)

describe('the file of a backup', () => {
  it('gives back what was written, and lets nobody else read it', async () => {
    await fc.assert(
      fc.asyncProperty(contents, async (given) => {
        const file = place()
        const written = given.map((one) => Buffer.from(one))
        await write(file, written)
        expect(fs.statSync(file).mode & 0o777).toBe(0o600)
        expect(fs.statSync(file).size % 512).toBe(0)
        expect(await read(file)).toEqual(written)
      }),
      { numRuns: 30 },
    )
  })

  it('is refused with any byte changed, cut off anywhere, or with anything behind it', async () => {
    const file = place()
    await write(file, [Buffer.from('one'), Buffer.alloc(700, 7), Buffer.alloc(0)])
    const whole = fs.readFileSync(file)
    const spoilt = place()
    const expectRefusal = async (bytes: Buffer) => {
      fs.writeFileSync(spoilt, bytes)
      await expect(openArchive(spoilt)).rejects.toThrow(/is no whole backup/)
    }
    const at = fc.nat({ max: whole.length - 1 })
    await fc.assert(
      fc.asyncProperty(at, fc.integer({ min: 1, max: 255 }), async (where, change) => {
        const flipped = Buffer.from(whole)
        flipped[where] = (flipped[where] as number) ^ change
        await expectRefusal(flipped)
        await expectRefusal(whole.subarray(0, where))
      }),
      { numRuns: 200 },
    )
    for (const more of [Buffer.alloc(1), Buffer.alloc(512), Buffer.from('x')])
      await expectRefusal(Buffer.concat([whole, more]))
  })

  it('leaves nothing under its name until it is whole, and takes no name that is taken', async () => {
    const file = place()
    const broken = writeArchive(file, async (archive) => {
      await archive.add('part', 3, [Buffer.from('four')])
    })
    await expect(broken).rejects.toThrow('part has 4 bytes instead of 3')
    // Of a process that is not there any more: numbers of processes end before that.
    fs.writeFileSync(`${file}.99999999.unfinished`, 'half')
    fs.writeFileSync(`${file}.${process.ppid}.unfinished`, 'on its way')
    await write(file, [])
    const left = fs.readdirSync(folder).filter((name) => name.startsWith(path.basename(file)))
    expect(left.sort()).toEqual([path.basename(file), `${path.basename(file)}.${process.ppid}.unfinished`])
    await expect(write(file, [])).rejects.toThrow('already')
    await expect(openArchive(path.join(folder, 'none'))).rejects.toThrow('There is no file')
  })
})
