import type { SessionLine } from '#core/reconciliation/contract/lines.ts'

type State = SessionLine['state']

/** A state in the width of a letter; its words stand beside it for the pointer and for readers, and in the help of the keys. */
export const SIGNS: Record<State, string> = { BREAK: '≠', PROPOSED: '?', DECIDED: '✓', EXPECTED: '…', CARRIED: '→', NO_MONEY: '0', NEW: '·', MATCHED: '=' }

export const TONES: Record<State, string> = {
  BREAK: 'attention',
  PROPOSED: 'moving',
  DECIDED: 'success',
  EXPECTED: 'neutral',
  CARRIED: 'moving',
  NO_MONEY: 'neutral',
  NEW: 'neutral',
  MATCHED: 'success',
}
