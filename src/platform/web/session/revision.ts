let known: string | null = null
let onChange: (() => void) | undefined

/** Says what to do when the server answers that rights have changed since the last answer. */
export function onRevision(changed: () => void): void {
  onChange = changed
}

/** Compares what came with an answer to what came with the one before; an answer without one says nothing. */
export function noteRevision(revision: string | null): void {
  if (revision === null || revision === known) return
  const first = known === null
  known = revision
  if (!first) onChange?.()
}

/** Another person, or none: the next answer starts afresh. */
export function forgetRevision(): void {
  known = null
}
