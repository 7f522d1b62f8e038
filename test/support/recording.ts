/** Sound as browsers record it (WebM): two blocks, of which the last begins after so many seconds; `bytes` of padding. */
export function aRecording(seconds: number, bytes = 0): Buffer {
  const at = Buffer.alloc(4)
  at.writeUInt32BE(seconds * 1000)
  const block = Buffer.from([0xa3, 0x85, 0x81, 0, 0, 0x80, 0])
  return Buffer.concat([
    Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x80]),
    Buffer.from([0x18, 0x53, 0x80, 0x67, 0x01, 255, 255, 255, 255, 255, 255, 255]),
    Buffer.from([0x1f, 0x43, 0xb6, 0x75, 0x01, 255, 255, 255, 255, 255, 255, 255]),
    ...[Buffer.from([0xe7, 0x81, 0]), block, Buffer.from([0xe7, 0x84]), at, block],
    Buffer.alloc(bytes),
  ])
}
