import { sql } from 'kysely'
import { expect } from 'vitest'
import { openAccounts } from '#core/ledger/server/public.ts'
import { partnerByClientId } from '#core/organisation/server/public.ts'
import { enablePartners } from '#core/payments/server/public.ts'
import { isoLocal } from '#kernel/dates.ts'
import type { Runtime } from '#platform/server/module.ts'
import type { EventLine, FeedResult, ItemLine } from '#subsystems/cob/contract/feed.ts'
import { checkDigitOf } from '#subsystems/cob/contract/s10.ts'
import { openCouriers } from '#subsystems/cob/server/couriers/open.ts'
import type { TestApp } from './app.ts'
import { gatewayCall, type TestChannel } from './payments.ts'

/** A postman, with the account of what he holds. */
export interface TestCourier {
  id: string
  code: string
  accountId: string
  unitId: string
}

export interface CobWorld {
  /** A client that feeds, and one of another partner. */
  feeder: TestChannel
  other: TestChannel
  /** At office 010101, at office 790101. */
  hanoi: TestCourier
  hcm: TestCourier
  /** An active key account of office 010101, with the account of what it is owed. */
  keyAccount: { id: string; code: string; accountId: string }
}

async function channelOf({ db, config }: Runtime, clientId: string): Promise<TestChannel> {
  const partner = await partnerByClientId(db, config, clientId)
  if (!partner) throw new Error(`no client ${clientId} in the template`)
  return { clientId, partnerId: partner.partnerId, secret: partner.secret }
}

type Served = Pick<TestApp, 'app' | 'runtime'>

/** Two postmen, a key account and two feeding clients in the organisation of the template. */
export async function cobWorld({ runtime }: Served): Promise<CobWorld> {
  const { db, clock } = runtime
  const [feeder, other] = await Promise.all([channelOf(runtime, 'gw-saoviet'), channelOf(runtime, 'gw-vcb')])
  return db.transaction().execute(async (tx) => {
    await enablePartners(tx, [feeder.partnerId, other.partnerId])
    const units = await tx
      .selectFrom('organisation.unit')
      .select(['id', 'code'])
      .where('level', '=', 'POST_OFFICE')
      .where('code', 'in', ['010101', '790101'])
      .execute()
    const unitId = (code: string) => units.find((unit) => unit.code === code)?.id ?? ''
    const stamp = { by: 'test', at: clock.now() }
    const inputs = [
      { code: 'BT-HN', name: 'Nguyễn Văn Tuyến', unitId: unitId('010101'), route: 'T01' },
      { code: 'BT-HCM', name: 'Trần Thị Phát', unitId: unitId('790101') },
    ]
    await openCouriers(tx, inputs, stamp)
    const couriers = await tx.selectFrom('cob.courier').select(['id', 'code', 'account_id as accountId', 'unit_id as unitId']).execute()
    const courier = (code: string) => couriers.find((one) => one.code === code) as TestCourier
    const [accountId = ''] = await openAccounts(tx, [
      {
        code: '33883.COD.KHL-01',
        name: 'Phải trả Shop Hoa Sen',
        class: 'LIABILITY',
        chart: 'SENDER_PAYABLE',
        keptBy: 'cob',
        unitId: unitId('010101'),
        daily: true,
      },
    ])
    const { id } = await tx
      .insertInto('cob.key_account')
      .values({
        ...{ code: 'KHL-01', name: 'Công ty TNHH Hoa Sen', account_id: accountId, status: 'ACTIVE', unit_id: unitId('010101'), head_unit_id: unitId('010101') },
        ...{ created_by: 'test', created_at: stamp.at, updated_by: 'test', updated_at: stamp.at },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { feeder, other, hanoi: courier('BT-HN'), hcm: courier('BT-HCM'), keyAccount: { id, code: 'KHL-01', accountId } }
  })
}

let counter = 0

/** A code of S10 that no other item of the test has. */
export function itemCode(): string {
  counter += 1
  const digits = String(counter).padStart(8, '0')
  return `EB${digits}${checkDigitOf(digits)}VN`
}

/** An item for the feed, accepted an hour ago at office 790101, to be delivered by office 010101; what is given replaces the default. */
export function itemLine(overrides: Partial<ItemLine> & Record<string, unknown> = {}): ItemLine {
  return {
    code: itemCode(),
    acceptedAt: isoLocal(new Date(Date.now() - 3_600_000)),
    acceptedUnit: '790101',
    deliveryUnit: '010101',
    sender: { name: 'Shop Hoa Sen', phone: '0901234567' },
    receiver: { name: 'Lê Thị Mai', phone: '0912345678', address: '12 Hàng Bài' },
    codAmount: '350000',
    postage: '30000',
    postagePayer: 'SENDER',
    codFee: '5000',
    ...overrides,
  } as ItemLine
}

/** An event for the feed, with its own reference, a moment ago. A collection is of 350,000 đồng by BT-HN; what is given replaces the default. */
export function eventLine(overrides: Partial<EventLine> & { item: string } & Record<string, unknown>): EventLine {
  counter += 1
  const kind = overrides.kind ?? 'COLLECTED'
  const money = kind === 'COLLECTED' ? { courier: 'BT-HN', amount: '350000', method: 'CASH' } : {}
  return { reference: `EV-${counter}`, kind, at: isoLocal(new Date()), ...money, ...overrides } as EventLine
}

export interface FeedReply {
  created: number
  repeated: number
  refused: number
  results: FeedResult[]
}

async function feed(it: Served, channel: TestChannel, path: string, lines: readonly object[]): Promise<FeedReply> {
  const text = lines.map((line) => JSON.stringify(line)).join('\n')
  const reply = await gatewayCall<FeedReply>(it.app, channel, path, text, { key: null, at: it.runtime.clock.now() })
  if (!reply.data) throw new Error(`${path}: ${reply.code} ${reply.message}`)
  return reply.data
}

export const feedItems = (it: Served, channel: TestChannel, lines: readonly object[]) => feed(it, channel, '/cob-101/v1/items/batch', lines)
export const feedEvents = (it: Served, channel: TestChannel, lines: readonly object[]) => feed(it, channel, '/cob-101/v1/events/batch', lines)

export interface CollectedOptions {
  /** Default: BT-HN. */
  courier?: string
  /** Of the item and of the collection; default 350,000 đồng. */
  amount?: string
  /** Default: retail. */
  keyAccount?: string
  /** Default: now. */
  at?: Date
  /** Default true. */
  delivered?: boolean
  item?: Partial<ItemLine>
}

/** Items whose money a postman has, through the feed; answers their codes and ids in order. */
export async function collected(
  it: Served,
  { feeder }: Pick<CobWorld, 'feeder'>,
  wanted: readonly CollectedOptions[],
): Promise<{ code: string; id: string }[]> {
  const made = wanted.map(({ courier = 'BT-HN', amount = '350000', keyAccount, at = it.runtime.clock.now(), delivered = true, item = {} }) => {
    const accepted = isoLocal(new Date(at.getTime() - 3_600_000))
    const line = itemLine({ codAmount: amount, acceptedAt: accepted, ...(keyAccount === undefined ? {} : { keyAccount }), ...item })
    const taken = eventLine({ item: line.code, at: isoLocal(at), courier, amount })
    return { line, events: delivered ? [eventLine({ item: line.code, at: isoLocal(at), kind: 'DELIVERED', courier }), taken] : [taken] }
  })
  const lines = made.map(({ line }) => line)
  expect(await feedItems(it, feeder, lines)).toMatchObject({ created: lines.length, refused: 0 })
  const events = made.flatMap((one) => one.events)
  expect(await feedEvents(it, feeder, events)).toMatchObject({ created: events.length, refused: 0 })
  const codes = lines.map(({ code }) => code)
  const rows = await it.runtime.db.selectFrom('cob.item').select(['id', 'code']).where('code', 'in', codes).execute()
  return codes.map((code) => rows.find((row) => row.code === code) as { code: string; id: string })
}

/** What a postman holds, by his account and by the positions of items. */
export async function heldBy({ db }: Runtime, { id }: Pick<TestCourier, 'id'>): Promise<{ account: string; positions: string }> {
  const { rows } = await sql<{ account: string; positions: string }>`
    select a.balance as account, (select coalesce(sum(p.amount), 0)::numeric(20,2) from cob.position p where p.courier_id = c.id) as positions
      from cob.courier c join ledger.account a on a.id = c.account_id where c.id = ${id}`.execute(db)
  return rows[0] as { account: string; positions: string }
}
