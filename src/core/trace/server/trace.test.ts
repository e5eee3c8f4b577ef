import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { moneyTrace } from '#app/plugs/trace.ts'
import { openHoldings } from '#core/cash/server/public.ts'
import { beneficiaryHistory } from '#core/payouts/contract/lines.ts'
import { closePayout } from '#core/payouts/contract/lists.ts'
import { type PayoutWorld, payoutWorld } from '../../../../test/payouts.ts'
import { type MoneyLife, traceMoney } from '../contract/trace.ts'

let world: PayoutWorld
beforeAll(async () => {
  world = await payoutWorld()
})
afterAll(() => world?.close())

const CLIENT = 'O2O_CRM' as const
const ask = (reference: string, as = 'ketoan', more: { type?: string; id?: string } = {}) =>
  world.call(traceMoney, { reference, ...more }, { as, clientId: CLIENT })
async function life(reference: string, as?: string): Promise<MoneyLife> {
  const { data, message } = await ask(reference, as)
  if (!data?.life) throw new Error(`${reference}: ${message} ${JSON.stringify(data)}`)
  return data.life
}
const codeOf = (id: string) => `DC${id.padStart(9, '0')}`
const way = ({ steps }: MoneyLife) => steps.map(({ accountCode, amount, since, until }) => [accountCode, amount, since !== null, until !== null])

describe('a line of a payout list', () => {
  it('comes out of what the payer has sent ahead, and leaves by the till', async () => {
    const of = await world.programme()
    const id = await world.approved(of, [world.person(500_000), world.person(700_000)])
    const list = (await world.detail(id)).code
    const [first, second] = await world.lines(id)
    const reference = codeOf(first?.id ?? '')
    const before = await life(reference)
    const funds = expect.stringMatching(/^PAYOUT-FUNDS-/)
    expect(way(before)).toEqual([
      [funds, '500000.00', false, true],
      [`PAYOUT-${list}`, '500000.00', true, false],
    ])
    expect(before).toMatchObject({ held: '0.00', owed: '500000.00', record: { type: 'payout.line', code: reference, status: { value: 'UNPAID' } } })
    expect(before.records.map(({ type, code }) => [type, code])).toContainEqual(['payout.list', list])
    await world.pay(id, [0])
    const after = await life(reference)
    expect(way(after)).toEqual([
      [funds, '500000.00', false, true],
      [`PAYOUT-${list}`, '500000.00', true, true],
      [expect.stringContaining(world.point.code), '500000.00', false, true],
    ])
    expect(after).toMatchObject({ held: '0.00', owed: '0.00' })
    expect(await life(list)).toMatchObject({ owed: '700000.00' })
    expect((await life(codeOf(second?.id ?? ''))).owed).toBe('700000.00')
    expect((await world.close_(id)).status, closePayout.path).toBe(200)
    const returned = await life(codeOf(second?.id ?? ''))
    expect(returned).toMatchObject({ record: { status: { value: 'RETURNED' } } })
    expect(returned.steps.filter(({ accountCode, until }) => accountCode === `PAYOUT-${list}` && until === null)).toEqual([])
    expect(await life(list)).toMatchObject({ held: '0.00' })
  })

  it('of one person in two months is chosen', async () => {
    const of = await world.programme()
    const person = world.person(300_000)
    await world.approved(of, [person, world.person(1_000)], '08/2026')
    await world.approved(of, [person, world.person(2_000)], '09/2026')
    const code = String(person.beneficiaryCode)
    const { data } = await ask(code)
    expect(data?.life).toBeNull()
    expect(data?.choices).toHaveLength(2)
    const [choice] = data?.choices ?? []
    expect((await ask(code, 'ketoan', { type: choice?.type ?? '', id: choice?.id ?? '' })).data?.life?.record).toEqual(choice)
    // What the reference does not lead to is not opened by its key.
    expect((await ask('DC999', 'ketoan', { type: choice?.type ?? '', id: choice?.id ?? '' })).data).toEqual({ choices: [], life: null })
  })
})

it('of a code that many bear is found by whom it concerns, however many newer ones others have', async () => {
  const { rows } = await world.runtime.pool.query<{ id: string; code: string }>(
    "select n.id, n.code from organisation.unit n join iam.user_account u on u.unit_id = n.province_unit_id where u.account = 'tinh79' and n.level = 'POST_OFFICE' limit 1",
  )
  const [far] = rows
  await world.runtime.db.transaction().execute((tx) => openHoldings(tx, [{ code: 'FAR', name: 'Quỹ', kind: 'VAULT', unitId: far?.id ?? '' }]))
  const of = await world.programme()
  const beneficiaryCode = 'NH-OF-MANY'
  const older = await world.approved(of, [world.person(100_000, { beneficiaryCode, pointCode: far?.code ?? '' })], '01/2026')
  const [line] = await world.lines(older)
  const draft = await world.draft(of, { count: 1, total: '100000', month: '02/2026' })
  await world.imported(draft.id, [world.person(100_000)])
  const columns =
    'partner_id, programme_id, month, name, identity_number, amount, method, unit_id, head_unit_id, province_unit_id, district_unit_id, office_unit_id'
  await world.runtime.database.owner.query(
    `insert into payout.line (list_id, line_no, beneficiary_code, status, ${columns})
     select list_id, n, $1, 'CANCELLED', ${columns} from payout.line, generate_series(2, 22) n where list_id = $2`,
    [beneficiaryCode, draft.id],
  )
  expect((await life(beneficiaryCode, 'tinh79')).record).toMatchObject({ type: 'payout.line', id: line?.id })
  expect((await ask(beneficiaryCode)).data?.choices).toHaveLength(20)
})

it('of all lines and lists: what is held adds up to the balances of their accounts', async () => {
  const { rows } = await world.runtime.pool.query<{ code: string; balance: string; lines: string[] }>(`
    select a.code, a.balance, array_agg(t.id) as lines from payout.list l join ledger.account a on a.id = l.account_id join payout.line t on t.list_id = l.id group by a.id`)
  expect(rows.length).toBeGreaterThan(2)
  for (const { code, balance, lines } of rows) {
    let sum = 0
    for (const id of lines)
      for (const step of await moneyTrace.of(world.runtime.db, { type: 'payout.line', id }, { userId: '0' }))
        if (step.accountCode === code && step.until === null) {
          expect(step.since).not.toBeNull()
          sum += Number(step.amount)
        }
    expect(sum, code).toBe(Number(balance))
  }
})

it('each look at the money of a payee is kept in the audit log, one outside the scope is none', async () => {
  const id = await world.approved(await world.programme(), [world.person(120_000)])
  const [line] = await world.lines(id)
  const looks = async () =>
    (
      await world.runtime.pool.query(
        "select actor from platform.audit_entry where action = 'trace.payee' and subject_type = 'payout.line' and subject_id = $1",
        [line?.id],
      )
    ).rows
  await life(codeOf(line?.id ?? ''))
  expect(await looks()).toEqual([{ actor: 'user:ketoan' }])
  await life((await world.detail(id)).code)
  expect(await looks()).toHaveLength(1)
})

it('each look at what a beneficiary was paid is kept under the same record, a refused one is none', async () => {
  const id = await world.approved(await world.programme(), [world.person(120_000, { pointCode: world.otherPoint.code })])
  const [line] = await world.lines(id)
  const look = (as: string) => world.call(beneficiaryHistory, { id: line?.id ?? '' }, { as, clientId: 'PP_CFM' })
  expect((await look('ketoan')).status).toBe(200)
  expect((await look(world.teller)).status).toBe(404)
  const { rows } = await world.runtime.pool.query(
    "select actor from platform.audit_entry where action = 'payouts.history' and subject_type = 'payout.line' and subject_id = $1",
    [line?.id],
  )
  expect(rows).toEqual([{ actor: 'user:ketoan' }])
})

describe('a reference', () => {
  it('that names nothing leads nowhere', async () => {
    expect((await ask('KHONG-CO')).data).toEqual({ choices: [], life: null })
  })
})
