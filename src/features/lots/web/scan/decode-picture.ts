import {
  BarcodeFormat,
  BinaryBitmap,
  DecodeHintType,
  GlobalHistogramBinarizer,
  HybridBinarizer,
  MultiFormatReader,
  RGBLuminanceSource,
} from '@zxing/library'

const reader = new MultiFormatReader()
reader.setHints(
  new Map<DecodeHintType, unknown>([
    [
      DecodeHintType.POSSIBLE_FORMATS,
      [BarcodeFormat.CODE_128, BarcodeFormat.QR_CODE, BarcodeFormat.DATA_MATRIX],
    ],
    [DecodeHintType.TRY_HARDER, true],
    // Otherwise the separators of a GS1 Code 128 are left out, and its fields run into one another.
    [DecodeHintType.ASSUME_GS1, true],
  ]),
)

/** What stands in the code of a picture in shades of grey, one byte a point; null where none is found. */
export function decodePicture(grey: Uint8ClampedArray, width: number, height: number): string | null {
  const source = new RGBLuminanceSource(grey, width, height)
  // The first copes with shadows, the second with small clean pictures.
  for (const Binarizer of [HybridBinarizer, GlobalHistogramBinarizer]) {
    try {
      return reader.decodeWithState(new BinaryBitmap(new Binarizer(source))).getText()
    } catch {
      // No code in it: the library says so by throwing.
    } finally {
      reader.reset()
    }
  }
  return null
}
