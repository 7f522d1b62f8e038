/** Which number of a font is which character, for writings of East Asia: fetched with the first file that needs one. */
export const CHARACTER_MAPS = import.meta.glob<string>('/node_modules/pdfjs-dist/cmaps/*.bcmap', {
  query: '?url',
  import: 'default',
  eager: true,
})
