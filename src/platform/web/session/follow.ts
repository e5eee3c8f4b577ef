import { payloadOf, type StoredTokens } from './tokens.ts'

/** What this page knows of its session. */
interface Known {
  phase: 'anonymous' | 'loading' | 'ready' | 'ended'
  clientId: string
  /** `sub` of the tokens that the person on the screen was asked with; null: nobody yet. */
  subject: string | null
}

/**
 * signal: the browser reports that another window changed the tokens. looked: the page looks by itself, on coming back to the screen; what it
 * finds may be its own doing, so that it neither picks a session up nor takes the dialog of an ended one away.
 */
export type Cause = 'signal' | 'looked'

/** replaced: the tokens are another person's, and nothing of the page may stay. switched: the same person's, for another application. */
export type Following = 'nothing' | 'gone' | 'replaced' | 'switched' | 'resume'

/** What the page has to do about the tokens that it finds in the browser. */
export function following({ phase, clientId, subject }: Known, tokens: Pick<StoredTokens, 'accessToken' | 'clientId'> | null, cause: Cause): Following {
  if (!tokens) return phase === 'anonymous' || (phase === 'ended' && cause === 'looked') ? 'nothing' : 'gone'
  if (phase !== 'anonymous' && subject !== null && subjectOf(tokens) !== subject) return 'replaced'
  if (phase === 'ready') return tokens.clientId === clientId ? 'nothing' : 'switched'
  return phase === 'loading' || cause === 'looked' ? 'nothing' : 'resume'
}

/** Whose the tokens are: `sub` of the access token, unchecked, to tell one person from another. Null for what is no token. */
export function subjectOf({ accessToken }: Pick<StoredTokens, 'accessToken'>): string | null {
  const { sub } = payloadOf(accessToken)
  return typeof sub === 'string' ? sub : null
}
