const SEPARATOR = '\u001f'

/** What makes two shipments one, as upstream's are told apart: the number and its carrier, however they are written. */
export const shipmentKey = (trackingNumber: string, carrier: string): string =>
  `${trackingNumber.toUpperCase()}${SEPARATOR}${carrier.toLowerCase().replaceAll(/\s+/g, ' ')}`
