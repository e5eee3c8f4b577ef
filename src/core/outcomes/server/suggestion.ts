import type { EvidenceKind, Finding, Findings, Reason, Verdict } from '../contract/case.ts'

/** A piece of evidence, as far as a verdict depends on it. */
export interface Piece {
  kind: EvidenceKind
  verdict: Finding
  /** Enough for a verdict. */
  hard: boolean
}

/** What the evidence of a case comes to. */
export interface Suggestion {
  /** Null while it comes to nothing that money may be moved by. */
  verdict: Verdict | null
  reason: Reason
  /** Final findings contradict each other, hard or not: more people look at it. */
  contradicted: boolean
  inquiry: Findings | null
  statement: Findings | null
  partner: Findings | null
  paper: Findings | null
}

/** A statement line that does not name what it is about is a note. */
const sortOf = ({ kind, verdict, hard }: Piece): Sort => (kind === 'STATEMENT' && isFinal(verdict) && !hard ? 'paper' : SORTS[kind])

type Sort = 'inquiry' | 'statement' | 'partner' | 'paper'
const SORTS: Record<EvidenceKind, Sort> = {
  INQUIRY: 'inquiry',
  STATEMENT: 'statement',
  CALLBACK: 'partner',
  RESULT_FILE: 'partner',
  SLIP: 'paper',
  DOCUMENT: 'paper',
  PHONE: 'paper',
  EMAIL: 'paper',
}

export const isFinal = (finding: Finding): finding is Verdict => finding === 'SUCCEEDED' || finding === 'FAILED'

/**
 * What is suggested on the evidence of a case, in the order in which it came. Neither age nor the number of inquiries without a final answer
 * ever makes a verdict: silence is not failure. Pure.
 */
export function suggest(pieces: readonly Piece[]): Suggestion {
  const found = { inquiry: sum(pieces, 'inquiry'), statement: sum(pieces, 'statement'), partner: sum(pieces, 'partner'), paper: sum(pieces, 'paper') }
  const finals = new Set(pieces.flatMap(({ verdict }) => (isFinal(verdict) ? [verdict] : [])))
  const contradicted = finals.size > 1
  const hard = new Set(pieces.filter(({ hard }) => hard).map(({ verdict }) => verdict as Verdict))
  const [verdict = null] = hard.size === 1 ? hard : []
  return { verdict, reason: reasonOf(found, hard, finals.size > 0, pieces), contradicted, ...found }
}

function reasonOf(found: Record<Sort, Findings | null>, hard: ReadonlySet<Verdict>, anyFinal: boolean, pieces: readonly Piece[]): Reason {
  if (hard.size > 1) return 'CONTRADICTION'
  const [verdict] = hard
  if (verdict !== undefined) {
    if (found.statement === verdict) return 'STATEMENT'
    if (found.inquiry === verdict) return `INQUIRY_${verdict}`
    return found.partner === verdict ? `PARTNER_${verdict}` : 'COUNTER_PAPER'
  }
  if (anyFinal) return 'PAPER_ONLY'
  if (pieces.some((piece) => piece.verdict === 'PENDING')) return 'PENDING'
  return pieces.some(({ kind }) => kind === 'INQUIRY') ? 'NO_ANSWER' : 'NOTHING'
}

/** What the pieces of a sort come to: their final finding, MIXED where they have both, else the last one. */
function sum(pieces: readonly Piece[], sort: Sort): Findings | null {
  const own = pieces.filter((piece) => sortOf(piece) === sort).map(({ verdict }) => verdict)
  const finals = new Set(own.filter(isFinal))
  if (finals.size > 1) return 'MIXED'
  const [only] = finals
  return only ?? own.at(-1) ?? null
}
