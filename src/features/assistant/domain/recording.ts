/** What browsers record: WebM (Chromium, Firefox) and MP4 (Safari). */
export type RecordingType = 'audio/webm' | 'audio/mp4'

/** At most, of one recording. */
export const RECORDING = { bytes: 2 * 1024 * 1024, words: '2 MB', seconds: 60 }

/**
 * What the bytes say they are, and how long it lasts by what is in them (a head can claim anything); null: no recording. It
 * bounds what is handed on, and is no proof: whoever is handed it reads it anew.
 */
export function readRecording(bytes: Uint8Array): { type: RecordingType; seconds: number } | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    if (view.getUint32(0) === 0x1a45dfa3) return withSound('audio/webm', webmSeconds(view))
    if (nameAt(view, 4) === 'ftyp') return withSound('audio/mp4', mp4Seconds(view))
  } catch (fault) {
    // It ends within a field.
    if (!(fault instanceof RangeError)) throw fault
  }
  return null
}

const withSound = (type: RecordingType, seconds: number | null) =>
  seconds === null || !Number.isFinite(seconds) ? null : { type, seconds }

const SEGMENT = 0x18538067
const INFO = 0x1549a966
const CLUSTER = 0x1f43b675
const GROUP = 0xa0
const SCALE = 0x2ad7b1
const TIMESTAMP = 0xe7
const BLOCKS = [0xa3, 0xa1]

/** The last block's time. */
function webmSeconds(view: DataView): number | null {
  let scale = 1_000_000
  let cluster = 0
  let last: number | null = null
  for (let at = 0; at < view.byteLength; ) {
    const id = variable(view, at, false)
    const size = variable(view, at + id.length, true)
    at += id.length + size.length
    // What is around others is walked into; its size may be unknown.
    if ([SEGMENT, INFO, CLUSTER, GROUP].includes(id.value)) continue
    if (id.value === SCALE) scale = unsigned(view, at, size.value)
    if (id.value === TIMESTAMP) cluster = unsigned(view, at, size.value)
    if (BLOCKS.includes(id.value)) {
      const track = variable(view, at, true)
      last = Math.max(last ?? 0, cluster + view.getInt16(at + track.length))
    }
    at += size.value
  }
  return last === null ? null : (last * scale) / 1e9
}

/** A number that says itself how long it is: its first set bit; without it (`plain`) in a size, with it in a name. */
function variable(view: DataView, at: number, plain: boolean): { value: number; length: number } {
  const first = view.getUint8(at)
  const length = Math.clz32(first) - 23
  if (length > 8) throw new RangeError('no such number')
  let value = plain ? first & (0xff >> length) : first
  for (let next = 1; next < length; next++) value = value * 256 + view.getUint8(at + next)
  return { value, length }
}

function unsigned(view: DataView, at: number, length: number): number {
  if (length > 8) throw new RangeError('no such number')
  let value = 0
  for (let next = 0; next < length; next++) value = value * 256 + view.getUint8(at + next)
  return value
}

const AROUND = ['moov', 'trak', 'mdia', 'moof', 'traf']
/** Of AAC; who records otherwise has shorter ones. */
const FRAME = 1024

/** What the track's head says, or the frames of its fragments, whichever is more. */
function mp4Seconds(view: DataView): number | null {
  let scale = 0
  let told = 0
  let frames = 0
  for (let at = 0; at < view.byteLength; ) {
    const size = view.getUint32(at)
    const name = nameAt(view, at + 4)
    if (AROUND.includes(name)) {
      at += 8
      continue
    }
    if (name === 'mdhd') {
      const long = view.getUint8(at + 8) === 1
      scale = view.getUint32(at + (long ? 28 : 20))
      told = long ? Number(view.getBigUint64(at + 32)) : view.getUint32(at + 24)
    }
    if (name === 'trun') frames += view.getUint32(at + 12)
    // The last one may reach to the end.
    if (size < 8) break
    at += size
  }
  return scale === 0 ? null : Math.max(told, frames * FRAME) / scale
}

const nameAt = (view: DataView, at: number) =>
  String.fromCharCode(...[0, 1, 2, 3].map((step) => view.getUint8(at + step)))
