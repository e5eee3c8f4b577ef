import { openBusinessDate, openHoldings } from '#core/cash/server/public.ts'
import { openAccounts, post, postMany } from '#core/ledger/server/public.ts'
import { localDate } from '#kernel/dates.ts'
import { formatMoney } from '#kernel/money.ts'
import { type TestApp, type TestClock, testApp, testClock } from './app.ts'

/** Units with a vault each, and what happens to their cash in the course of a day. */
export interface CashDays {
  app: TestApp
  clock: TestClock
  unitOf(code: string): Promise<string>
  /** Gives a unit a vault; answers its id. */
  keepCash(code: string, options?: { ceiling?: bigint; singleHanded?: boolean }): Promise<string>
  /** Opens the unit's day, now or at another moment; answers its date. */
  begin(code: string, at?: Date): Promise<string>
  /** Takes cash in (out, where negative), for the day that is given. */
  move(code: string, amount: bigint, day?: string, options?: { kind?: string; occurredAt?: Date }): Promise<void>
  /** So many receipts of one đồng for the day of the clock. */
  takeIn(code: string, receipts: number): Promise<void>
  /** Counts the vault: what the books say, and `variance` more. Answers the code of the count. */
  count(code: string, day: string, variance?: bigint): Promise<string>
  close(): Promise<void>
}

export const CFM = { clientId: 'PP_CFM_NEW' } as const
export const teller = { as: 'giaodichvien', ...CFM }
export const manager = { as: 'tinh01', ...CFM }
export const checker = { as: 'kiemsoat', ...CFM }
export const accountant = { as: 'ketoan', ...CFM }

export async function cashDays(start = new Date('2026-11-23T08:00:00+07:00')): Promise<CashDays> {
  const clock = testClock(start)
  const app = await testApp({ clock })
  const { db, database } = app.runtime
  const { owner } = database
  const tx = <T>(work: (t: Parameters<typeof post>[0]) => Promise<T>) => db.transaction().execute(work)
  const [contra] = await tx((t) => openAccounts(t, [{ code: 'CONTRA', name: 'Đối ứng', class: 'LIABILITY', chart: 'OTHER_PAYABLE' }]))
  let made = 0
  async function journalOf(code: string, amount: bigint, kind: string) {
    const vault = await db.selectFrom('cash.holding').selectAll().where('code', '=', `V-${code}`).executeTakeFirstOrThrow()
    const [vaultSide, otherSide] = amount < 0n ? (['C', 'D'] as const) : (['D', 'C'] as const)
    const size = amount < 0n ? -amount : amount
    made++
    return {
      businessKey: `move-${made}`,
      kind,
      service: 'CASH',
      businessDate: localDate(clock.now()),
      occurredAt: clock.now(),
      description: 'Thử',
      sourceType: 'test',
      sourceId: String(made),
      officeUnitId: vault.unit_id,
      entries: [
        { accountId: vault.account_id, side: vaultSide, amount: size },
        { accountId: contra as string, side: otherSide, amount: size },
      ],
    }
  }
  const world: CashDays = {
    app,
    clock,
    async unitOf(code) {
      return (await db.selectFrom('organisation.unit').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id
    },
    async keepCash(code, { ceiling = null, singleHanded = false }: { ceiling?: bigint | null; singleHanded?: boolean } = {}) {
      const unitId = await world.unitOf(code)
      await tx((t) => openHoldings(t, [{ code: `V-${code}`, name: `Quỹ ${code}`, kind: 'VAULT', unitId, ceiling }]))
      if (singleHanded) await owner.query('update cash.unit_state set single_handed = true where unit_id = $1', [unitId])
      return unitId
    },
    async begin(code, at = clock.now()) {
      const unitId = await world.unitOf(code)
      return tx((t) => openBusinessDate(t, unitId, at, 'giaodichvien'))
    },
    async move(code, amount, day = localDate(clock.now()), { kind = amount < 0n ? 'TEST_OUT' : 'TEST_IN', occurredAt = clock.now() } = {}) {
      const journal = await journalOf(code, amount, kind)
      await tx((t) => post(t, { ...journal, businessDate: day, occurredAt }))
    },
    async takeIn(code, receipts) {
      const one = await journalOf(code, 100n, 'TEST_IN')
      const journals = Array.from({ length: receipts }, (_, n) => ({ ...one, businessKey: `${one.businessKey}-${n}`, sourceId: `${one.sourceId}-${n}` }))
      await tx((t) => postMany(t, journals))
    },
    async count(code, day, variance = 0n) {
      const name = `COUNT-${++made}`
      await owner.query(
        `insert into cash.count (code, holding_id, unit_id, reason, business_date, counted, ledger_balance, account_version, counted_by_staff_id, counted_at, created_by)
         select $2, h.id, h.unit_id, 'DAY', $3, a.balance + $4, a.balance, a.version, (select min(id) from organisation.staff), $5, 'giaodichvien'
         from cash.holding h join ledger.account a on a.id = h.account_id where h.code = $1`,
        [`V-${code}`, name, day, formatMoney(variance), clock.now()],
      )
      if (variance !== 0n)
        await owner.query(
          'insert into cash.variance (count_id, holding_id, unit_id, amount) select id, holding_id, unit_id, variance from cash.count where code = $1',
          [name],
        )
      return name
    },
    close: () => app.close(),
  }
  return world
}
