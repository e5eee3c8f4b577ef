import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays } from '#kernel/dates.ts'
import { parseMoney } from '#kernel/money.ts'
import { type TestDatabase, testDatabase } from '../../../../../test/database.ts'
import { resultOf, setupDocument, type TestLine, testSession, testSetup } from '../../../../../test/matching.ts'
import { sealedLines } from '../../../../../test/sealed-lines.ts'
import { matchSession } from './match.ts'

/** FAULTS=full seals two hundred statements, others each time. */
const SEEDS = process.env.FAULTS === 'full' ? Array.from({ length: 200 }, () => Math.floor(Math.random() * 1e9)) : [1, 2, 3]
const FROM = '2026-11-02'
const DAYS = Array.from({ length: 12 }, (_, at) => addDays(FROM, at))
const TODAY = '2026-11-30'
const RULES = [{ keys: ['REFERENCE' as const] }, { keys: ['AMOUNT' as const, 'DAY' as const, 'ACCOUNT' as const] }]

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const sumOf = (lines: readonly TestLine[], side: 'O' | 'T') =>
  lines.filter((line) => line.side === side && line.money !== false).reduce((sum, { amount }) => sum + BigInt(amount) * 100n, 0n)

it.each(SEEDS)('of a sealed statement exactly the sealed breaks are found (seed %s)', async (seed) => {
  const { db } = database
  const net = seed % 3 === 0
  const document = setupDocument(RULES, net ? { fee: { mode: 'NET', percent: '0.5', fixed: '0.00', texts: [] } } : {})
  const sealed = sealedLines(seed, { days: DAYS, late: TODAY, net })
  const id = await testSession(db, await testSetup(db, document), FROM, DAYS.at(-1) ?? FROM, sealed.lines)
  const match = () => db.transaction().execute((tx) => matchSession(tx, id, document, TODAY))
  await match()
  const first = await resultOf(db, id)
  expect(first.breaks.map(({ kind, lines }) => [kind, ...lines].join(' ')).sort()).toEqual(sealed.breaks)
  expect(first.waiting.map(({ line }) => line).sort()).toEqual(sealed.waiting)

  const { session, matches } = first
  const money = (text: string) => parseMoney(text)
  expect(money(session.ours_sum)).toBe(sumOf(sealed.lines, 'O'))
  expect(money(session.theirs_sum)).toBe(sumOf(sealed.lines, 'T'))
  expect(session.ours_lines).toBe(session.matched_ours + session.broken_ours + session.waiting_ours)
  expect(session.theirs_lines).toBe(session.matched_theirs + session.broken_theirs + session.waiting_theirs)
  // What both sides differ by is what matches, breaks and waiting lines say, and the fees that were taken out.
  const differences = matches.reduce((sum, { difference }) => sum + money(difference ?? '0'), 0n)
  const fees = money(session.matched_ours_sum) - money(session.matched_theirs_sum) - differences
  expect(fees >= 0n && (net || fees === 0n)).toBe(true)
  const broken = first.breaks.reduce((sum, { oursSum, theirsSum }) => sum + money(oursSum) - money(theirsSum), 0n)
  const waiting = money(session.waiting_ours_sum) - money(session.waiting_theirs_sum)
  expect(money(session.ours_sum) - money(session.theirs_sum)).toBe(differences + fees + broken + waiting)
  expect(matches.map(({ no }) => no)).toEqual(matches.map((_, at) => at + 1))

  await match()
  const again = await resultOf(db, id)
  expect(again.session.result_hash).toEqual(session.result_hash)
  expect([again.matches, again.breaks, again.waiting]).toEqual([first.matches, first.breaks, first.waiting])
})
