import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../../../test/database.ts'
import { resultOf, setupDocument, type TestLine, testSession, testSetup } from '../../../../../test/matching.ts'
import type { SetupDocument } from '../../contract/document.ts'
import { matchSession } from './match.ts'

const DAY = '2026-11-20'
const NEXT = '2026-11-21'
const MUCH_LATER = '2026-11-27'
const TODAY = '2026-12-01'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const ours = (no: number, amount: number, more: Partial<TestLine> = {}): TestLine => ({ side: 'O', no, amount, day: DAY, ...more })
const theirs = (no: number, amount: number, more: Partial<TestLine> = {}): TestLine => ({ side: 'T', no, amount, day: DAY, ...more })
const ref = (reference: string, more: Partial<TestLine> = {}) => ({ reference, ...more })

async function run(document: SetupDocument, lines: readonly TestLine[], today = TODAY) {
  const { db } = database
  const id = await testSession(db, await testSetup(db, document), DAY, DAY, lines)
  await db.transaction().execute((tx) => matchSession(tx, id, document, today))
  const { matches, breaks, waiting, session } = await resultOf(db, id)
  return {
    matches: matches.map(({ lines, method, difference }) => `${lines} ${method}${difference === null ? '' : ` ${difference}`}`),
    breaks: breaks.map(({ kind, lines }) => `${kind} ${lines.join(' ')}`),
    waiting: waiting.map(({ line, dueOn }) => `${line} ${dueOn}`),
    session,
    all: breaks,
  }
}

const byReference = setupDocument([{ keys: ['REFERENCE'] }])

describe('a rule by reference', () => {
  it('matches whatever the case, and never what is empty', async () => {
    const { matches, breaks } = await run(byReference, [ours(1, 100, ref('ab1 ')), ours(2, 50), theirs(1, 100, ref('AB1')), theirs(2, 50)])
    expect(matches).toEqual(['O1=T1 A'])
    expect(breaks).toEqual(['MISSING_THEIRS O2', 'MISSING_OURS T2'])
  })

  it('says what differs: the amount, the day, or whether money has moved', async () => {
    const { breaks, all, matches } = await run(byReference, [
      ours(1, 100, ref('A')),
      theirs(1, 90, ref('A')),
      ours(2, 70, ref('B')),
      theirs(2, 70, ref('B', { day: MUCH_LATER })),
      ours(3, 60, ref('C', { money: false, status: 'FAILED' })),
      theirs(3, 60, ref('C')),
      ours(4, 40, ref('D', { status: 'SUCCEEDED' })),
      theirs(4, 40, ref('D', { money: false, status: 'FAILED' })),
      ours(5, 30, ref('E', { day: NEXT })),
      theirs(5, 30, ref('E')),
    ])
    expect(matches).toEqual(['O5=T5 A'])
    expect(breaks).toEqual(['AMOUNT O1 T1', 'DATE O2 T2', 'STATUS O3 T3', 'STATUS O4 T4'])
    expect(all.map(({ field, oursValue, theirsValue, atRisk }) => [field, oursValue, theirsValue, atRisk])).toEqual([
      ['amount', '100.00', '90.00', '10.00'],
      ['day', DAY, MUCH_LATER, '70.00'],
      ['status', 'FAILED', '', '60.00'],
      ['status', 'SUCCEEDED', 'FAILED', '40.00'],
    ])
  })

  it('keeps a difference within the tolerance with the match', async () => {
    const document = setupDocument([{ keys: ['REFERENCE'], toleranceAmount: '5.00', tolerancePercent: '10' }])
    const { matches, breaks } = await run(document, [
      ...[ours(1, 100, ref('A')), theirs(1, 90, ref('A')), ours(2, 10, ref('B')), theirs(2, 15, ref('B'))],
      ...[ours(3, 100, ref('C')), theirs(3, 89, ref('C'))],
    ])
    expect(matches).toEqual(['O1=T1 T 10.00', 'O2=T2 T -5.00'])
    expect(breaks).toEqual(['AMOUNT O3 T3'])
  })

  it('takes lines that nobody can tell apart in order, and shows where one side has more of them', async () => {
    const { matches, breaks, all } = await run(byReference, [
      ...[ours(1, 100, ref('A')), ours(2, 100, ref('A')), theirs(1, 100, ref('A')), theirs(2, 100, ref('A'))],
      ...[ours(3, 50, ref('B')), theirs(3, 50, ref('B')), theirs(4, 50, ref('B'))],
      ...[ours(4, 70, ref('C')), ours(5, 70, ref('C')), ours(6, 70, ref('C')), theirs(5, 70, ref('C'))],
    ])
    expect(matches).toEqual(['O1=T1 A', 'O2=T2 A'])
    expect(breaks).toEqual(['DUPLICATE O3 T3 T4', 'DUPLICATE O4 O5 O6 T5'])
    expect(all.map(({ oursValue, theirsValue, atRisk }) => [oursValue, theirsValue, atRisk])).toEqual([
      ['1', '2', '50.00'],
      ['3', '1', '140.00'],
    ])
  })

  it('matches unique equal amounts of a group first, and decides nothing else by chance', async () => {
    const { matches, breaks } = await run(byReference, [
      ...[ours(1, 100, ref('A')), ours(2, 60, ref('A')), theirs(1, 60, ref('A')), theirs(2, 90, ref('A'))],
      ...[ours(3, 10, ref('B')), ours(4, 20, ref('B')), theirs(3, 30, ref('B')), theirs(4, 40, ref('B'))],
    ])
    expect(matches).toEqual(['O2=T1 A'])
    expect(breaks).toEqual(['AMOUNT O1 T2', 'AMBIGUOUS O3 O4 T3 T4'])
  })

  it('takes crossed accounts of equal payments for what they are, and only those', async () => {
    const { matches, breaks } = await run(byReference, [
      ...[ours(1, 100, ref('A', { account: '11' })), theirs(1, 100, ref('A', { account: '22' }))],
      ...[ours(2, 100, ref('B', { account: '22' })), theirs(2, 100, ref('B', { account: '11' }))],
      ...[ours(3, 100, ref('C', { account: '33' })), theirs(3, 100, ref('C', { account: '44' }))],
    ])
    expect(matches).toEqual(['O3=T3 A'])
    expect(breaks).toEqual(['AMBIGUOUS O1 O2 T1 T2'])
  })

  it('finds our reference in their text as whole words only', async () => {
    const document = setupDocument([{ keys: ['REFERENCE_IN_TEXT'] }])
    const { matches, breaks } = await run(document, [
      ...[ours(1, 100, ref('QR-2026-01')), theirs(1, 100, { text: 'Chuyển tiền: QR 2026 01, cảm ơn' })],
      ...[ours(2, 50, ref('PAY000123')), theirs(2, 50, { text: 'xPAY000123' })],
      ...[ours(3, 30, ref('TXN700001')), ours(4, 40, ref('TXN700002')), theirs(3, 40, { text: 'TXN700001 TXN700002' }), theirs(4, 30, { text: 'txn700001' })],
      ...[ours(5, 20, ref('AB1')), theirs(5, 20, { text: 'AB1' })],
    ])
    expect(matches).toEqual(['O1=T1 A', 'O3=T4 A', 'O4=T3 A'])
    expect(breaks).toEqual(['MISSING_THEIRS O2', 'MISSING_THEIRS O5', 'MISSING_OURS T2', 'MISSING_OURS T5'])
  })
})

describe('rules by likeness', () => {
  const byAccount = setupDocument([{ keys: ['AMOUNT', 'DAY', 'ACCOUNT'] }])

  it('match what has one candidate only, and lines that nobody can tell apart in order', async () => {
    const { matches, breaks } = await run(byAccount, [
      ...[ours(1, 100, { account: '1' }), theirs(1, 100, { account: '1', day: NEXT })],
      ...[ours(2, 50, { account: '2' }), ours(3, 50, { account: '2' }), theirs(2, 50, { account: '2' }), theirs(3, 50, { account: '2' })],
      ...[ours(4, 70, { account: '3' }), ours(5, 70, { account: '3' }), theirs(4, 70, { account: '3' })],
      ...[ours(6, 30, { account: '4' }), theirs(5, 30, { account: '4' }), theirs(6, 30, { account: '4', day: NEXT })],
      ...[ours(7, 20, { account: '5' }), theirs(7, 20, { account: '5', day: MUCH_LATER })],
    ])
    expect(matches).toEqual(['O1=T1 A', 'O2=T2 A', 'O3=T3 A'])
    expect(breaks).toEqual(['AMBIGUOUS O4 O5 T4', 'AMBIGUOUS O6 T5 T6', 'MISSING_THEIRS O7', 'MISSING_OURS T7'])
  })

  it('compare names without diacritics, case and blanks, and amounts within the tolerance', async () => {
    const document = setupDocument([{ keys: ['AMOUNT', 'NAME'], toleranceAmount: '1.00' }])
    const { matches } = await run(document, [ours(1, 100, { name: 'Nguyễn Văn Ánh' }), theirs(1, 99, { name: 'NGUYEN VAN ANH' })])
    expect(matches).toEqual(['O1=T1 T 1.00'])
  })

  it('see only what the rules before have left over', async () => {
    const document = setupDocument([{ keys: ['REFERENCE'] }, { keys: ['AMOUNT', 'DAY', 'ACCOUNT'] }])
    const { matches, breaks } = await run(document, [
      ...[ours(1, 100, ref('A', { account: '1' })), ours(2, 100, { account: '1' })],
      ...[theirs(1, 100, { account: '1' }), theirs(2, 100, ref('A', { account: '1' }))],
    ])
    expect(matches).toEqual(['O1=T2 A', 'O2=T1 A'])
    expect(breaks).toEqual([])
  })
})

describe('one and many', () => {
  it('a day of ours is one line of theirs, and a gap is one break', async () => {
    const document = setupDocument([{ keys: ['ACCOUNT'], cardinality: 'MANY_ONE', group: 'DAY' }])
    const { matches, breaks, all } = await run(document, [
      ...[ours(1, 100, { account: '1' }), ours(2, 50, { account: '1' }), theirs(1, 150, { account: '1', day: NEXT })],
      ...[ours(3, 10, { account: '2' }), ours(4, 20, { account: '2' }), theirs(2, 25, { account: '2' })],
      ...[ours(5, 5, { account: '3' })],
    ])
    expect(matches).toEqual(['O1+O2=T1 A'])
    expect(breaks).toEqual(['AMOUNT O3 O4 T2', 'MISSING_THEIRS O5'])
    expect(all[0]).toMatchObject({ oursSum: '30.00', theirsSum: '25.00', atRisk: '5.00' })
  })

  it('one of ours is many of theirs by a document number', async () => {
    const document = setupDocument([{ keys: ['DOCUMENT_NO'], cardinality: 'ONE_MANY', group: 'DOCUMENT_NO' }])
    const { matches, breaks } = await run(document, [
      ...[ours(1, 100, { documentNo: 'X' }), theirs(1, 60, { documentNo: 'X' }), theirs(2, 40, { documentNo: 'X' })],
      ...[ours(2, 10, { documentNo: 'Y' }), ours(3, 10, { documentNo: 'Y' }), theirs(3, 10, { documentNo: 'Y' })],
    ])
    expect(matches).toEqual(['O1=T1+T2 A'])
    expect(breaks).toEqual(['AMBIGUOUS O2 O3 T3'])
  })
})

describe('fees', () => {
  it('taken out of each amount are no difference, whether their line names them or the contract does', async () => {
    const document = setupDocument([{ keys: ['REFERENCE'] }], { fee: { mode: 'NET', percent: '0.55', fixed: '1000.00', texts: [] } })
    const { matches, breaks, session } = await run(document, [
      // 0.55 % of 100,100 is 550.55, rounded to 551.
      ...[ours(1, 100_100, ref('A')), theirs(1, 98_549, ref('A'))],
      ...[ours(2, 50_000, ref('B')), theirs(2, 49_000, ref('B', { fee: -1000 }))],
      ...[ours(3, 50_000, ref('C')), theirs(3, 50_000, ref('C'))],
    ])
    expect(matches).toEqual(['O1=T1 A', 'O2=T2 A'])
    expect(breaks).toEqual(['AMOUNT O3 T3'])
    expect([session.matched_ours_sum, session.matched_theirs_sum]).toEqual(['150100.00', '147549.00'])
  })

  it('that a line names above the contract are a difference as far as they are above it', async () => {
    const document = setupDocument([{ keys: ['REFERENCE'] }], { fee: { mode: 'NET', percent: '1', fixed: '0.00', texts: [] } })
    const { matches, breaks, all } = await run(document, [
      ...[ours(1, 100_000, ref('A')), theirs(1, 99_000, ref('A', { fee: -1_000 }))],
      ...[ours(2, 100_000, ref('B')), theirs(2, 20_000, ref('B', { fee: -80_000 }))],
    ])
    expect(matches).toEqual(['O1=T1 A'])
    expect(breaks).toEqual(['AMOUNT O2 T2'])
    expect(all[0]).toMatchObject({ oursSum: '100000.00', theirsSum: '20000.00' })
  })

  it('as lines of their own stand by themselves', async () => {
    const document = setupDocument([{ keys: ['REFERENCE'] }], { fee: { mode: 'SEPARATE', percent: '0', fixed: '0.00', texts: ['Phí dịch vụ'] } })
    const { matches, breaks } = await run(document, [ours(1, 100, ref('A')), theirs(1, -3, { text: 'PHI DICH VU thang 11' }), theirs(2, 100, ref('A'))])
    expect(matches).toEqual(['O1=T2 A', '=T1 A'])
    expect(breaks).toEqual([])
  })
})

describe('lines without counterpart', () => {
  it('are expected for working days, then missing; ours without an end become breaks of status', async () => {
    const lines = [
      ours(1, 100, { day: '2026-11-20' }),
      ours(2, 50, { day: '2026-11-20', money: false, status: 'UNKNOWN' }),
      ours(3, 60, { day: '2026-11-20', money: false, status: 'FAILED' }),
    ]
    // The 20th is a Friday.
    const early = await run(byReference, lines, '2026-11-23')
    expect([early.breaks, early.waiting]).toEqual([[], ['O1 2026-11-23']])
    const late = await run(byReference, lines, '2026-11-24')
    expect([late.breaks, late.waiting]).toEqual([['MISSING_THEIRS O1', 'STATUS O2'], []])
    expect(late.all[1]).toMatchObject({ oursSum: '0.00', theirsSum: '0.00', atRisk: '50.00', oursValue: 'UNKNOWN' })
  })
})
