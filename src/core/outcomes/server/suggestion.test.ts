import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EvidenceKind, Finding, HARD } from '../contract/case.ts'
import { isEnough } from './proof.ts'
import { INQUIRY_MINUTES, nextInquiry } from './schedule.ts'
import { isFinal, type Piece, suggest } from './suggestion.ts'

const said = (kind: EvidenceKind, verdict: Finding, proven = false): Piece => ({ kind, verdict, hard: isEnough(kind, verdict, proven) })
const inquiry = (verdict: Finding): Piece => said('INQUIRY', verdict)

describe('what the evidence of a case comes to', () => {
  it.each<[string, Piece[], object]>([
    ['nothing', [], { verdict: null, reason: 'NOTHING', contradicted: false }],
    ['the report that began it', [said('CALLBACK', 'UNKNOWN')], { verdict: null, reason: 'NOTHING', partner: 'UNKNOWN' }],
    ['no clear answer, however often', Array.from({ length: 40 }, () => inquiry('UNKNOWN')), { verdict: null, reason: 'NO_ANSWER', inquiry: 'UNKNOWN' }],
    ['the partner is still at it', [inquiry('UNKNOWN'), inquiry('PENDING')], { verdict: null, reason: 'PENDING', inquiry: 'PENDING' }],
    ['a final answer', [inquiry('PENDING'), inquiry('SUCCEEDED')], { verdict: 'SUCCEEDED', reason: 'INQUIRY_SUCCEEDED', inquiry: 'SUCCEEDED' }],
    ['a failure at the third time', [inquiry('UNKNOWN'), inquiry('PENDING'), inquiry('FAILED')], { verdict: 'FAILED', reason: 'INQUIRY_FAILED' }],
    ['a statement line, above the answer', [inquiry('SUCCEEDED'), said('STATEMENT', 'SUCCEEDED', true)], { verdict: 'SUCCEEDED', reason: 'STATEMENT' }],
    ['a line of a result file', [said('RESULT_FILE', 'FAILED')], { verdict: 'FAILED', reason: 'PARTNER_FAILED', partner: 'FAILED' }],
    [
      'a statement line without what it is about',
      [said('STATEMENT', 'SUCCEEDED')],
      { verdict: null, reason: 'PAPER_ONLY', statement: null, paper: 'SUCCEEDED' },
    ],
    ['a slip of a counter', [said('SLIP', 'FAILED', true)], { verdict: 'FAILED', reason: 'COUNTER_PAPER', paper: 'FAILED' }],
    ['words on the telephone', [said('PHONE', 'SUCCEEDED')], { verdict: null, reason: 'PAPER_ONLY', paper: 'SUCCEEDED' }],
    ['two answers that differ', [inquiry('FAILED'), inquiry('SUCCEEDED')], { verdict: null, reason: 'CONTRADICTION', contradicted: true, inquiry: 'MIXED' }],
    ['answer against statement', [inquiry('FAILED'), said('STATEMENT', 'SUCCEEDED', true)], { verdict: null, reason: 'CONTRADICTION', contradicted: true }],
    ['paper against an answer', [inquiry('FAILED'), said('SLIP', 'SUCCEEDED')], { verdict: 'FAILED', reason: 'INQUIRY_FAILED', contradicted: true }],
  ])('%s', (_name, pieces, expected) => {
    expect(suggest(pieces)).toMatchObject(expected)
  })

  const piece = fc
    .tuple(fc.constantFrom(...EvidenceKind.options), fc.constantFrom(...Finding.options), fc.boolean())
    .map(([kind, verdict, proven]) => said(kind, verdict, proven))

  it('is a verdict only on hard evidence that nothing hard contradicts, and silence changes nothing', () => {
    fc.assert(
      fc.property(fc.array(piece), fc.nat({ max: 30 }), (pieces, silent) => {
        const { verdict, contradicted } = suggest(pieces)
        const hard = new Set(pieces.filter(({ hard }) => hard).map((one) => one.verdict))
        expect(verdict).toBe(hard.size === 1 ? [...hard][0] : null)
        expect(contradicted).toBe(new Set(pieces.map((one) => one.verdict).filter(isFinal)).size === 2)
        const more = Array.from({ length: silent }, () => inquiry('UNKNOWN'))
        expect(suggest([...pieces, ...more]).verdict).toBe(verdict)
      }),
    )
  })

  it('is made by a final answer of the partner, and by what people bring only where it proves something', () => {
    expect(EvidenceKind.options.filter((kind) => isEnough(kind, 'FAILED'))).toEqual(HARD)
    expect(Finding.options.filter((verdict) => isEnough('STATEMENT', verdict, true))).toEqual(['SUCCEEDED', 'FAILED'])
  })
})

describe('when the partner is asked next', () => {
  const opened = new Date('2026-11-23T08:00:00+07:00')
  const later = (minutes: number) => new Date(opened.getTime() + minutes * 60_000)

  it('after 1, 5, 15 and 60 minutes, then once a day', () => {
    expect([0, 1, 2, 3].map((asked) => nextInquiry(opened, asked, opened))).toEqual(INQUIRY_MINUTES.map(later))
    expect(nextInquiry(opened, 4, later(60))).toEqual(later(60 + 1440))
    expect(nextInquiry(opened, 9, later(9000))).toEqual(later(9000 + 1440))
  })

  it('not at once again where times were missed', () => {
    expect(nextInquiry(opened, 1, later(500))).toEqual(later(501))
  })
})
