import { randomUUID } from 'node:crypto'
import { decideRequest } from '#core/approvals/contract/request.ts'
import { type PieceCount, worthOf } from '#core/cash/contract/denominations.ts'
import { settleTreasury } from '#core/cash/contract/treasury/approval.ts'
import {
  callOffReceipt,
  confirmDeposit,
  dispatchTreasury,
  receiveTreasury,
  returnTreasury,
  startReceipt,
  submitTreasury,
} from '#core/cash/contract/treasury/steps.ts'
import { createTreasury, findTreasury } from '#core/cash/contract/treasury/transactions.ts'
import { openHoldings } from '#core/cash/server/public.ts'
import { balancesAt, openAccounts, post } from '#core/ledger/server/public.ts'
import type { RawInputOf } from '#kernel/contract.ts'
import { localDate } from '#kernel/dates.ts'
import { formatMoney } from '#kernel/money.ts'
import { type TestClock, testApp, testClock } from './app.ts'

export const CLIENT = 'PP_CFM' as const
type Who = { as?: string; language?: 'vi' | 'en' }

/** 500,000 and 100,000 notes that make an amount of whole hundreds of thousands. */
export function notes(amount: number): PieceCount[] {
  const large = Math.floor(amount / 500_000)
  return [
    { denomination: 500_000, pieces: large },
    { denomination: 100_000, pieces: (amount - large * 500_000) / 100_000 },
  ]
}

/** Two post offices with vaults, a third one, a courier of somebody else, cash in the vaults; and short words for each step. */
export async function treasuryWorld({ clock = testClock() }: { clock?: TestClock } = {}) {
  const test = await testApp({ clock })
  const { db } = test.runtime
  const people = await db
    .selectFrom('iam.user_account as u')
    .innerJoin('organisation.staff as s', 's.id', 'u.staff_id')
    .innerJoin('organisation.unit as n', 'n.id', 's.unit_id')
    .select(['u.account', 's.id as staffId', 'n.id as unitId', 'n.level', 'n.code'])
    .orderBy('s.id')
    .execute()
  const tellers = people.filter(({ level }) => level === 'POST_OFFICE')
  const [a, b, c] = tellers as unknown as [Person, Person, Person]
  const carrier = people.find(({ account }) => account === 'tinh01') as Person
  const vault = (unitId: string, code: string) => ({ code, name: `Quỹ chính ${code}`, kind: 'VAULT' as const, unitId, ceiling: 900_000_000_00n })
  const { holdings, source } = await db.transaction().execute(async (tx) => ({
    holdings: await openHoldings(tx, [
      vault(a.unitId, 'VA'),
      vault(b.unitId, 'VB'),
      vault(c.unitId, 'VC'),
      { code: 'AT1', name: 'Trần Áp Tải', kind: 'COURIER', unitId: carrier.unitId, staffId: carrier.staffId },
    ]),
    source: (await openAccounts(tx, [{ code: 'OPENING', name: 'Số dư đầu', class: 'LIABILITY', chart: 'OTHER_PAYABLE' }]))[0] as string,
  }))
  const [va, vb, vc, courier] = holdings as [Holding, Holding, Holding, Holding]
  const day = localDate(clock.now())
  const fund = (holding: Holding, unitId: string, amount: bigint) =>
    db.transaction().execute((tx) =>
      post(tx, {
        businessKey: `opening ${holding.id} ${randomUUID()}`,
        kind: 'OPENING',
        service: 'CASH',
        businessDate: day,
        occurredAt: clock.now(),
        description: 'Số dư đầu',
        sourceType: 'test',
        sourceId: holding.id,
        officeUnitId: unitId,
        entries: [
          { accountId: holding.accountId, side: 'D', amount },
          { accountId: source, side: 'C', amount },
        ],
      }),
    )
  await fund(va, a.unitId, 800_000_000_00n)
  await fund(vb, b.unitId, 100_000_000_00n)

  const key = () => ({ headers: { 'idempotency-key': randomUUID() } })
  const options = (as: string, language: 'vi' | 'en' = 'vi') => ({ as, language, clientId: CLIENT, ...key() })

  async function detail(id: string, as = 'admin') {
    const { data } = await test.call(findTreasury, { id }, { as, clientId: CLIENT })
    if (!data) throw new Error(`no treasury transaction ${id} for ${as}`)
    return data
  }
  const version = async (id: string) =>
    Number((await db.selectFrom('cash.treasury_transaction').select('version').where('id', '=', id).executeTakeFirstOrThrow()).version)

  /** A draft from office A to office B. */
  const create = (amount = 200_000_000, more: Partial<RawInputOf<typeof createTreasury>> = {}, { as = a.account }: Who = {}) =>
    test.call(
      createTreasury,
      {
        kind: 'TRANSFER',
        fromUnitId: a.unitId,
        ...(more.bankId ? {} : { toUnitId: b.unitId }),
        amount: `${amount}`,
        courierId: courier.id,
        plannedOn: localDate(clock.now()),
        purpose: 'Điều chuyển tiền mặt',
        ...more,
      },
      options(as),
    )
  const submit = async (id: string, { as = a.account }: Who = {}) => test.call(submitTreasury, { id, version: await version(id) }, options(as))
  const decide = (request: string, decision: 'APPROVE' | 'REJECT' = 'APPROVE', { as = 'kiemsoat' }: Who = {}) =>
    test.call(
      decideRequest,
      { id: request, version: 0, decision, ...(decision === 'REJECT' ? { reason: 'Thiếu chứng từ' } : {}) },
      { ...options(as), clientId: 'O2O_CRM' },
    )
  let seals = 0
  const dispatch = async (id: string, amount: number, { as = a.account, language, ...more }: Who & Partial<RawInputOf<typeof dispatchTreasury>> = {}) =>
    test.call(dispatchTreasury, { id, version: await version(id), pieces: notes(amount), sealNumber: `NP${++seals}`, ...more }, options(as, language))
  const start = async (id: string, { as = b.account }: Who = {}) => test.call(startReceipt, { id, version: await version(id) }, options(as))
  const callOff = async (id: string, { as = 'admin' }: Who = {}) =>
    test.call(callOffReceipt, { id, version: await version(id), reason: 'Người đếm đã về' }, options(as))
  const receive = async (id: string, amount: number, { as = b.account }: Who = {}) =>
    test.call(receiveTreasury, { id, version: await version(id), pieces: notes(amount), sealIntact: true }, options(as))
  const takeBack = async (id: string, amount: number, { as = a.account }: Who = {}) =>
    test.call(returnTreasury, { id, version: await version(id), pieces: notes(amount), reason: 'Bên nhận nghỉ' }, options(as))
  const deposit = async (id: string, amount: number, { as = a.account }: Who = {}) =>
    test.call(confirmDeposit, { id, version: await version(id), amount: `${amount}`, bankReference: `FT${id}` }, options(as))
  const settle = async (id: string, settlement: RawInputOf<typeof settleTreasury>['settlement'], { as = 'ketoan', staffId }: Who & { staffId?: string } = {}) =>
    test.call(settleTreasury, { id, version: await version(id), settlement, reason: 'Theo biên bản', ...(staffId ? { staffId } : {}) }, options(as))

  /** A transaction that was approved. */
  async function approved(amount = 200_000_000, more: Partial<RawInputOf<typeof createTreasury>> = {}, who: Who = {}): Promise<string> {
    const made = await create(amount, more, who)
    if (!made.data) throw new Error(JSON.stringify(made))
    const asked = await submit(made.data.id, who)
    if (!asked.data) throw new Error(JSON.stringify(asked))
    const decided = await decide(asked.data.requestId)
    if (decided.status !== 200) throw new Error(JSON.stringify(decided))
    return made.data.id
  }
  async function dispatched(amount = 200_000_000): Promise<string> {
    const id = await approved(amount)
    const reply = await dispatch(id, amount)
    if (reply.status !== 200) throw new Error(JSON.stringify(reply))
    return id
  }
  /** Names the holder of a vault, by account; null: whoever works at its unit. */
  const keeper = (holding: Holding, account: string | null) =>
    test.runtime.database.owner.query('update cash.holding set staff_id = (select staff_id from iam.user_account where account = $2) where id = $1', [
      holding.id,
      account,
    ])
  /** Balances in đồng, by names of their own. */
  async function held() {
    const balances = await balancesAt(db, [va.accountId, vb.accountId, courier.accountId])
    const of = ({ accountId }: Holding) => Number((balances.get(accountId) ?? 0n) / 100n)
    return { a: of(va), b: of(vb), courier: of(courier) }
  }
  /** Balance of an account by its code, in đồng. */
  async function account(code: string): Promise<number> {
    const row = await db.selectFrom('ledger.account').select('balance').where('code', '=', code).executeTakeFirst()
    return Number(row?.balance ?? 0)
  }
  return {
    ...test,
    clock,
    ...{ a, b, c, carrier, va, vb, vc, courier },
    ...{
      fund,
      detail,
      version,
      create,
      submit,
      decide,
      dispatch,
      start,
      callOff,
      receive,
      takeBack,
      deposit,
      settle,
      approved,
      dispatched,
      keeper,
      held,
      account,
      options,
    },
    worth: (pieces: PieceCount[]) => formatMoney(worthOf(pieces)),
  }
}

interface Person {
  account: string
  staffId: string
  unitId: string
  code: string
}
interface Holding {
  id: string
  accountId: string
}
export type TreasuryWorld = Awaited<ReturnType<typeof treasuryWorld>>
