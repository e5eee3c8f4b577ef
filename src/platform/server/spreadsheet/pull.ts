import { Readable } from 'node:stream'

/**
 * A stream over an async generator of buffers that also lets go of the rows' source when the reader goes away: `release` is called at once,
 * even while the generator still waits for a row.
 */
export function pulled(chunks: AsyncGenerator<Buffer>, release: () => void): Readable {
  let pulling = false
  return new Readable({
    highWaterMark: 256 * 1024,
    read() {
      if (pulling) return
      pulling = true
      void (async () => {
        try {
          for (let more = true; more; ) {
            const { value, done } = await chunks.next()
            if (this.destroyed) return
            more = done ? false : this.push(value)
            if (done) this.push(null)
          }
        } catch (error) {
          this.destroy(error instanceof Error ? error : new Error(String(error)))
        } finally {
          pulling = false
        }
      })()
    },
    destroy(error, done) {
      release()
      void chunks.return(undefined).catch(() => undefined)
      done(error)
    },
  })
}
