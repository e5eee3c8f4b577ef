/** What the browser knows of its own copy of the looks. */
export interface LooksMark {
  /** Whose copy it is; null: nobody's yet. */
  account: string | null
  /** Changed, and the server has not heard of it. */
  unsaved: boolean
  /** The language was chosen while nobody was signed in: it is meant for who comes. */
  spoken: boolean
}

const NO_MARK: LooksMark = { account: null, unsaved: false, spoken: false }

export function parseMark(text: string | null): LooksMark {
  try {
    const { account, unsaved, spoken } = JSON.parse(text ?? '') as Partial<LooksMark>
    return { account: typeof account === 'string' ? account : null, unsaved: unsaved === true, spoken: spoken === true }
  } catch {
    return NO_MARK
  }
}

/**
 * Which looks a person gets when the server's answer is there. send: what was changed here and not yet heard of wins, and is sent;
 * server: what they set up anywhere; keep: this browser's copy; defaults: the copy is somebody else's.
 */
export function whichLooks(mark: LooksMark, atServer: boolean, account: string): 'send' | 'server' | 'keep' | 'defaults' {
  const own = mark.account === null || mark.account === account
  if (own && mark.unsaved) return 'send'
  if (atServer) return 'server'
  return own ? 'keep' : 'defaults'
}
