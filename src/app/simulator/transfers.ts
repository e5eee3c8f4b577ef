import { randomUUID } from 'node:crypto'
import { cancelBatch, createBatch, findBatch, submitBatch } from '#core/disbursement/contract/batches.ts'
import { correctHold } from '#core/disbursement/contract/holds.ts'
import { prepare, Sender } from '#core/disbursement/server/public.ts'
import { outcomes } from '#core/outcomes/server/public.ts'
import { type Connection, connectPartner } from '#core/partners/server/public.ts'
import { paymentDesk, servicesByCode } from '#core/payments/server/public.ts'
import { ACCOUNT_LINES } from '#core/payouts/contract/transfers.ts'
import { isoLocal } from '#kernel/dates.ts'
import { formatMoney, parseMoney } from '#kernel/money.ts'
import type { Runtime } from '#platform/server/module.ts'
import { paymentServices, transferSources } from '../plugs/services.ts'
import type { Desk } from './cash/desk.ts'
import { decide } from './cash/office.ts'
import { Books } from './partner/answers.ts'
import { SIMULATED_CODES } from './partner/connections.ts'
import { OF_BANKS, portalKey } from './partner/demo.ts'
import { CODES, type Fate } from './partner/fates.ts'

const MAKER = 'ketoan'
const CHECKER = 'kiemsoat'
const BANK = 'VCB'
const books = new Books(1)
/** What a bank keeps of money that it gives back, in hundredths. */
const FEE = 5_500_00n

/** How the demo's banks call an account: the process of the partners answers the same. */
export function bankName(bankBin: string, account: string): string {
  const reply = books.accountName({ account, bankBin })
  return ('json' in reply && reply.json.accountName) || ''
}

/** What the bank says of each transfer of a batch, in their order; LOST: no answer that counts. */
type Told = Fate | 'LOST'

/** Transfers of this month's payout lists in every state, by the calls that people make; the bank that answers is the simulated one, within this process. */
export async function seedTransfers(desk: Desk): Promise<void> {
  const runtime: Runtime = { ...desk.runtime, clock: { now: () => desk.now() } }
  const { db } = runtime
  if (await db.selectFrom('disbursement.batch').select('id').where('source_kind', '=', ACCOUNT_LINES).executeTakeFirst()) return
  const bankId = await connectBank(desk)
  const lists = await db
    .selectFrom('payout.list as l')
    .select(['l.id', 'l.status'])
    .where('l.status', 'in', ['APPROVED', 'PAYING'])
    .where((eb) =>
      eb.exists(
        eb.selectFrom('payout.line as t').select('t.id').whereRef('t.list_id', '=', 'l.id').where('t.method', '=', 'ACCOUNT').where('t.status', '=', 'UNPAID'),
      ),
    )
    .orderBy('l.line_count', 'desc')
    .execute()
  const [large, small] = lists.filter(({ status }) => status === 'PAYING')
  const next = lists.find(({ status }) => status === 'APPROVED')
  if (bankId === undefined || !large || !small || !next) return
  const work = new Transfers(desk, runtime, bankId)
  const first = await work.make(large.id, [])
  await desk.call(MAKER, cancelBatch, { ...(await work.seen(first)), reason: 'Chờ công văn bổ sung' })
  const second = await work.make(large.id, ['FINE', 'FINE', 'FINE', 'FINE', 'FINE', 'NO_ACCOUNT', 'OTHER_NAME'])
  await work.send(second, ['SUCCEEDED', 'SUCCEEDED', 'FAILED', 'LOST', 'PENDING'])
  await work.giveBack(second)
  await work.submit(await work.make(large.id, []))
  await work.correct(large.id)
  const third = await work.make(small.id, [])
  await work.send(third, ['SUCCEEDED'])
  // Less the fee of the bank: it waits for two people.
  await work.giveBack(third, FEE)
  await work.make(next.id, ['FINE', 'FINE', 'SILENT'])
}

/** Connects the bank that transfers, where it is not; answers its id. */
export async function connectBank({ runtime: { db, config }, now }: Desk): Promise<string | undefined> {
  const bank = await db.selectFrom('organisation.partner').select('id').where('code', '=', BANK).executeTakeFirst()
  if (!bank) return undefined
  // Where the bank listens is known once its process runs.
  const connection: Connection = {
    partnerId: bank.id,
    baseUrl: `http://127.0.0.1:1/partners/${BANK}`,
    ...portalKey(config, BANK),
    operations: OF_BANKS,
    codes: SIMULATED_CODES,
  }
  await db.transaction().execute((tx) => connectPartner(tx, config, connection, now()))
  return bank.id
}

type Named = 'FINE' | 'NO_ACCOUNT' | 'OTHER_NAME' | 'SILENT'

/** Batches of one bank, by the calls that people make. */
export class Transfers {
  readonly #desk: Desk
  readonly #runtime: Runtime
  readonly #bankId: string

  constructor(desk: Desk, runtime: Runtime, bankId: string) {
    this.#desk = desk
    this.#runtime = runtime
    this.#bankId = bankId
  }

  async seen(id: string): Promise<{ id: string; version: number }> {
    return { id, version: (await this.#desk.call(MAKER, findBatch, { id })).version }
  }

  /** A batch with the names that the bank gives, in the order of its source: a payout list, unless it says otherwise. */
  async make(sourceId: string, names: readonly Named[], sourceKind: string = ACCOUNT_LINES): Promise<string> {
    const { id } = await this.#desk.call(MAKER, createBatch, { sourceKind, sourceId, partnerId: this.#bankId })
    let asked = 0
    const accountName = async (_partner: string, { bankBin, account }: { bankBin: string; account: string }) => {
      const how = names[asked++] ?? 'FINE'
      const said = { FINE: CODES.SUCCEEDED, OTHER_NAME: CODES.SUCCEEDED, NO_ACCOUNT: CODES.NO_ACCOUNT, SILENT: CODES.UNMAPPED }[how]
      const verdict = ({ FINE: 'SUCCEEDED', OTHER_NAME: 'SUCCEEDED', NO_ACCOUNT: 'FAILED', SILENT: 'UNKNOWN' } as const)[how]
      const name = how === 'FINE' ? bankName(bankBin, account) : how === 'OTHER_NAME' ? 'NGUYEN THI MAI' : null
      return { ...this.#answer(said), verdict, fault: how === 'SILENT' ? ('UNMAPPED' as const) : null, accountName: name }
    }
    await prepare(this.#runtime, transferSources, { accountName }, id)
    return id
  }

  async submit(id: string): Promise<void> {
    await this.#desk.call(MAKER, submitBatch, { ...(await this.seen(id)), reason: 'Trình duyệt chi qua tài khoản' })
  }

  async send(id: string, told: readonly Told[]): Promise<void> {
    await this.submit(id)
    await decide(this.#desk, CHECKER, 'disbursement.batch', id)
    const items = await this.#runtime.db.selectFrom('disbursement.item').select('reference').where('batch_id', '=', id).orderBy('id').execute()
    const payout = async (_partner: string, { reference }: { reference: string }) => {
      const how = told[items.findIndex((one) => one.reference === reference)] ?? 'SUCCEEDED'
      if (how === 'LOST') return { ...this.#answer(null), verdict: 'UNKNOWN' as const, fault: 'TIMEOUT' as const }
      const verdict = how === 'NOT_FOUND' ? ('UNKNOWN' as const) : how
      return { ...this.#answer(CODES[how], how === 'SUCCEEDED' ? `FT${randomUUID().slice(0, 12).toUpperCase()}` : null), verdict, fault: null }
    }
    const desk = {
      sources: transferSources,
      payments: paymentDesk(paymentServices, []),
      services: servicesByCode(paymentServices),
      contradicted: outcomes({ services: paymentServices, address: () => undefined }).contradicted,
    }
    const sender = new Sender(this.#runtime, desk, { payout })
    while ((await sender.begin()) > 0) await sender.idle()
    await sender.stop()
  }

  /** The bank gives back the last one that it had paid, less what it keeps. */
  async giveBack(batchId: string, kept: bigint = 0n): Promise<void> {
    const { db } = this.#runtime
    const paid = await db
      .selectFrom('disbursement.item')
      .select(['reference', 'amount'])
      .where('batch_id', '=', batchId)
      .where('status', '=', 'PAID')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const now = isoLocal(this.#desk.now())
    const line = {
      ...{
        externalRef: `TL-${paid.reference}`,
        service: 'DISB',
        type: 'TRANSFER',
        channel: 'BANK',
        currency: 'VND',
        amount: formatMoney(parseMoney(paid.amount) - kept),
        occurredAt: now,
      },
      ...{ originalReference: paid.reference, reason: 'Tài khoản đã đóng', outcome: { ...CODES.SUCCEEDED, status: 'SUCCEEDED' } },
    }
    const ctx = { runtime: this.#runtime, language: 'vi', traceId: 'demo', ip: '' } as const
    const result = await db.transaction().execute((tx) => paymentDesk(paymentServices, []).send({ ...ctx, tx }, this.#bankId, line))
    if (result.status === 'refused') throw result.error
  }

  /** Somebody has found out another account of whom the bank gave the money back for. */
  async correct(listId: string): Promise<void> {
    const hold = await this.#runtime.db
      .selectFrom('disbursement.hold')
      .select(['id', 'version', 'bank_bin as bankBin'])
      .where('source_id', '=', listId)
      .where('reason', '=', 'RETURNED')
      .executeTakeFirstOrThrow()
    const account = '00210998877'
    const to = { newBankBin: hold.bankBin, newAccountNumber: account, newAccountName: bankName(hold.bankBin, account) }
    await this.#desk.call(MAKER, correctHold, { id: hold.id, version: hold.version, ...to, reason: 'Người hưởng gửi giấy đề nghị đổi tài khoản' })
  }

  #answer(said: { code: string; message: string } | null, partnerReference: string | null = null) {
    return { code: said?.code ?? null, message: said?.message ?? '', partnerReference, raw: '', at: this.#desk.now(), exchangeId: '0', sent: true }
  }
}
