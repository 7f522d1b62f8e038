const HEADERS = { 'content-type': 'multipart/form-data; boundary=b' }

/** A document with a small file, as one text: where a suite sends texts. */
export const documentForm = (document: unknown) => ({
  headers: HEADERS,
  body: [
    '--b\r\nContent-Disposition: form-data; name="document"\r\n\r\n',
    JSON.stringify(document) ?? '',
    '\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\na,b\n\r\n--b--\r\n',
  ].join(''),
})
