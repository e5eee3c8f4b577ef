/** Text as UTF-8, each byte one character: lengths in a code count bytes. Undefined for half a surrogate pair, which is no character. */
export function bytesOf(text: string): string | undefined {
  try {
    return encodeURIComponent(text).replace(/%([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  } catch {
    return undefined
  }
}

/** The text of such bytes; undefined where they begin or end within a character. */
export function textOf(bytes: string): string | undefined {
  try {
    return decodeURIComponent(bytes.replace(/[^\x20-\x24\x26-\x7e]/g, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`))
  } catch {
    return undefined
  }
}

const POLYNOMIAL = 0x1021

const TABLE = Uint16Array.from({ length: 256 }, (_, byte) => {
  let value = byte << 8
  for (let bit = 0; bit < 8; bit++) value = value & 0x8000 ? (value << 1) ^ POLYNOMIAL : value << 1
  return value & 0xffff
})

/** CRC-16/CCITT-FALSE of bytes, as four upper-case hexadecimal digits. */
export function crcOf(bytes: string): string {
  let crc = 0xffff
  for (let at = 0; at < bytes.length; at++) crc = ((crc << 8) & 0xffff) ^ (TABLE[(crc >> 8) ^ bytes.charCodeAt(at)] ?? 0)
  return crc.toString(16).toUpperCase().padStart(4, '0')
}
