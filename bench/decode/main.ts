/** What bench/decode.ts runs in the browser. */
import { decodeVietQr } from '#core/vietqr/contract/codec/vietqr.ts'

/** Milliseconds of each decoding, the first included, and how many of the codes were right. */
export function decodeAll(texts: readonly string[]): { times: number[]; right: number } {
  let right = 0
  const times = texts.map((text) => {
    const begun = performance.now()
    if (decodeVietQr(text).ok) right++
    return performance.now() - begun
  })
  return { times, right }
}
