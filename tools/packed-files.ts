import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const brotli = promisify(brotliCompress)
const squeeze = promisify(gzip)

const PACKED = /^assets\/.*\.(js|css|svg|json|wasm)$/
/** Bytes; below, the names of the encodings take what packing saves. */
const WORTH_PACKING = 500

/**
 * Each file lies beside its Brotli and gzip form, made once as small as they get: what the server packs while somebody waits is
 * larger by a sixth and takes its processor each time.
 */
export const packedFiles = (): Plugin => ({
  name: 'packed-files',
  apply: 'build',
  writeBundle: {
    order: 'post',
    async handler({ dir = '' }, files) {
      const all = Object.values(files)
        .filter(({ fileName }) => PACKED.test(fileName))
        .map((file) => ({
          place: path.join(dir, file.fileName),
          bytes: Buffer.from(file.type === 'chunk' ? file.code : file.source),
        }))
        .filter(({ bytes }) => bytes.length >= WORTH_PACKING)
      await Promise.all(
        all.flatMap(({ place, bytes }) => [
          brotli(bytes, {
            params: {
              [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
              [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
            },
          }).then((packed) => writeFile(`${place}.br`, packed)),
          squeeze(bytes, { level: constants.Z_BEST_COMPRESSION }).then((packed) =>
            writeFile(`${place}.gz`, packed),
          ),
        ]),
      )
    },
  },
})
