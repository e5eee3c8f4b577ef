import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { listChoices } from '#core/masterdata/server/public.ts'
import { personName } from '#core/organisation/server/public.ts'
import { REFUND_REASONS } from '#core/payments/contract/refund.ts'
import { addDays, isoLocal, localDate, startOfDay } from '#kernel/dates.ts'
import { fold } from '#kernel/text.ts'
import { sdkRefundKind } from '#subsystems/sdk/contract/approval-kind.ts'
import { createApp, lockApp } from '#subsystems/sdk/contract/apps.ts'
import type { SdkReport } from '#subsystems/sdk/contract/service.ts'
import { askSdkRefund } from '#subsystems/sdk/contract/transactions.ts'
import type { Platform, RiskMark } from '#subsystems/sdk/contract/words.ts'
import type { Desk } from './cash/desk.ts'
import { decide } from './cash/office.ts'
import type { Channel } from './channel.ts'
import { type Chance, chanceOf, weighted } from './dice.ts'
import { failure, success, TIMED_OUT, UNDER_WAY } from './payments.ts'

const SEED = 20_261_125
const DAYS = 30
const HOUR_MS = 3_600_000
const [MAKER, CHECKER, TRANSACTION, TWICE] = ['ketoan', 'kiemsoat', 'payment.transaction', 'DUPLICATE']

/** Apps of the demo; one that was locked before anything was paid in it has no payments. */
export const APPS: readonly { code: string; name: string; partner: string; platforms: Platform[]; redirects: string[]; perDay: number; median: number }[] = [
  {
    code: 'SAOVIET-PAY',
    name: 'Sao Việt Pay',
    partner: 'SAOVIET',
    platforms: ['IOS', 'ANDROID'],
    redirects: ['saovietpay://return'],
    perDay: 6,
    median: 180_000,
  },
  {
    ...{ code: 'SAOVIET-WEB', name: 'Cổng Sao Việt', partner: 'SAOVIET', platforms: ['WEB'], perDay: 3, median: 420_000 },
    redirects: ['https://cong.saoviet.example/ket-qua', 'https://cong.saoviet.example/hoa-don'],
  },
  { code: 'ANPHAT-VI', name: 'Ví An Phát', partner: 'ANPHAT', platforms: ['IOS', 'ANDROID'], redirects: ['anphat://thanh-toan'], perDay: 5, median: 95_000 },
]
const LOCKED = { code: 'CHOQUE-APP', name: 'Chợ Quê', partner: 'CHOQUE', platforms: ['ANDROID'] as Platform[], redirects: ['choque://gio-hang'] }

type App = (typeof APPS)[number]

const MODELS: Record<Platform, readonly { model: string; os: string; share: number }[]> = {
  IOS: [
    { model: 'iPhone 15', os: 'iOS 18.2', share: 5 },
    { model: 'iPhone 12', os: 'iOS 17.6', share: 4 },
  ],
  ANDROID: [
    { model: 'Galaxy A54', os: 'Android 15', share: 6 },
    { model: 'Redmi Note 13', os: 'Android 14', share: 5 },
    { model: 'OPPO A78', os: 'Android 14', share: 4 },
    { model: 'Android SDK emulator', os: 'Android 13', share: 0.3 },
  ],
  WEB: [
    { model: 'Chrome 131', os: 'Windows 11', share: 6 },
    { model: 'Safari 18', os: 'macOS 15', share: 2 },
  ],
}
const drawModel = new Map(Object.entries(MODELS).map(([platform, models]) => [platform, weighted(models, ({ share }) => share)]))
const VERSIONS = ['4.2.0', '4.2.0', '4.2.0', '4.1.3', '3.9.1']
const BANKS = ['970436', '970418', '970422', '970407']
/** Devices that pay in an app again and again. */
const DEVICES = 24

/** What partners' apps have reported of a month, the apps themselves, and refunds in each state. Answers whether anything was missing. */
export async function seedApps(desk: Desk, channels: ReadonlyMap<string, Channel>, anchor: Date): Promise<boolean> {
  const { db } = desk.runtime
  desk.at(anchor)
  await registerApps(desk)
  const refunded = await db.selectFrom('approvals.request').select('id').where('kind', '=', sdkRefundKind.name).executeTakeFirst()
  if (refunded) return false
  const lines = paymentsOf(anchor)
  for (const [partner, own] of Map.groupBy(lines, ({ app }) => app.partner))
    await channels.get(partner)?.('/og-002/v1/transactions/batch', `${own.map(({ facts }) => JSON.stringify(facts)).join('\n')}\n`)
  await refund(desk)
  return true
}

async function registerApps(desk: Desk): Promise<void> {
  const { db } = desk.runtime
  const known = new Set((await db.selectFrom('sdk.app').select('code').execute()).map(({ code }) => code))
  const partners = new Map((await db.selectFrom('organisation.partner').select(['id', 'code']).execute()).map(({ id, code }) => [code, id]))
  for (const { code, name, partner, platforms, redirects } of [...APPS, LOCKED]) {
    const partnerId = partners.get(partner)
    if (known.has(code) || partnerId === undefined) continue
    const made = await desk.call(MAKER, createApp, { code, name, partnerId, platforms, redirects })
    if (code === LOCKED.code) await desk.call(MAKER, lockApp, { ...made, reason: 'Đối tác chưa ký phụ lục kết nối' })
  }
}

interface Made {
  app: App
  at: Date
  facts: SdkReport
}

/** The payments of a month up to the anchor, in order of time; the same for the same anchor. */
function paymentsOf(anchor: Date): Made[] {
  const today = localDate(anchor)
  const made = APPS.flatMap((app, which) => {
    const chance = chanceOf(SEED + which)
    const days = Array.from({ length: DAYS + 1 }, (_none, at) => addDays(today, at - DAYS))
    return days.flatMap((day) => {
      const moments = Array.from({ length: app.perDay + chance.below(3) }, () => startOfDay(day).getTime() + (7 * 3600 + chance.below(15 * 3600)) * 1000)
      return moments
        .sort((a, b) => a - b)
        .map((moment, n) =>
          onePayment(chance, app, { at: new Date(moment), order: `DH${day.slice(2).replaceAll('-', '')}${String(n + 1).padStart(3, '0')}` }, anchor),
        )
    })
  })
  return [...made, ...inAHurry(anchor)].filter(({ at }) => at < anchor).sort((a, b) => a.at.getTime() - b.at.getTime())
}

function onePayment(chance: Chance, app: App, { at, order }: { at: Date; order: string }, anchor: Date): Made {
  const platform = app.platforms[chance.below(app.platforms.length)] as Platform
  const model = (drawModel.get(platform) as (roll: number) => { model: string; os: string })(chance.roll())
  const known = chance.roll() < 0.9 ? String(chance.below(DEVICES)) : chance.digits(12)
  const amount = Math.min(90_000_000, Math.max(10_000, Math.round(chance.lognormal(app.median, 1.1) / 1000) * 1000))
  const fate = chance.roll()
  const hours = (anchor.getTime() - at.getTime()) / HOUR_MS
  // What is older than a day and a half is known: days of the books are closed by then.
  const outcome = hours < 3 && fate < 0.2 ? UNDER_WAY : hours < 36 && fate < 0.12 ? TIMED_OUT : fate < 0.06 ? failure(chance) : success(chance)
  const marks: RiskMark[] = chance.roll() < 0.03 ? ['ROOTED'] : chance.roll() < 0.03 ? ['PROXY'] : []
  return { app, at, facts: { ...factsOf(chance, app, { at, order, platform, amount }), device: deviceOf(app, known, model), riskMarks: marks, outcome } }
}

function factsOf(
  chance: Chance,
  app: App,
  { at, order, platform, amount }: { at: Date; order: string; platform: Platform; amount: number },
): Omit<SdkReport, 'device'> {
  const redirect = app.redirects[chance.below(app.redirects.length)]
  return {
    externalRef: `${app.code}-${order}`,
    service: 'SDK',
    type: 'PAYMENT',
    channel: 'SDK',
    app: app.code,
    platform,
    sdkVersion: VERSIONS[chance.below(VERSIONS.length)] ?? '4.2.0',
    orderRef: order,
    amount: String(amount),
    currency: 'VND',
    payer: { name: fold(personName(chance.roll)).toUpperCase(), account: chance.digits(12), bankBin: BANKS[chance.below(BANKS.length)] },
    ...(redirect === undefined ? {} : { redirectUrl: `${redirect}?don=${order}` }),
    memo: `Thanh toan don hang ${order}`,
    occurredAt: isoLocal(at),
  }
}

const deviceOf = (app: App, name: string, { model, os }: { model: string; os: string }) => ({
  idHash: createHash('sha256').update(`${app.code} ${name}`).digest('hex'),
  model,
  os,
})

/** Somebody tries cards that are not theirs: many small payments on one device within minutes. */
function inAHurry(anchor: Date): Made[] {
  const app = APPS[0] as App
  const chance = chanceOf(SEED + 99)
  return Array.from({ length: 9 }, (_none, n) => {
    const at = new Date(startOfDay(addDays(localDate(anchor), -2)).getTime() + 22 * HOUR_MS + n * 150_000)
    const facts = factsOf(chance, app, { at, order: `DHTHE${String(n + 1).padStart(3, '0')}`, platform: 'ANDROID', amount: 50_000 })
    const device = deviceOf(app, 'in a hurry', { model: 'Redmi Note 13', os: 'Android 14' })
    return { app, at, facts: { ...facts, device, outcome: n % 3 === 0 ? success(chance) : failure(chance) } }
  })
}

/** Refunds: whole, in part, rejected, and one that waits. */
async function refund(desk: Desk): Promise<void> {
  const { rows } = await sql<{ id: string; version: number; amount: string }>`
    select t.id, t.version, trunc(t.amount)::text as amount from payment.transaction t
    where t.service = 'SDK' and t.status = 'SUCCEEDED' and t.amount between 100000 and 900000 order by t.occurred_at desc limit 4`.execute(desk.runtime.db)
  const [whole, partly, rejected, waiting] = rows
  // A reason is chosen where the list of them stands.
  const chosen = (await listChoices(desk.runtime.db, REFUND_REASONS)).has(TWICE) ? { reasonCode: TWICE } : {}
  const ask = (row: (typeof rows)[number], amount = row.amount) =>
    desk.call(MAKER, askSdkRefund, { id: row.id, version: row.version, amount, ...chosen, reason: 'Khách bấm thanh toán hai lần trong ứng dụng' })
  if (whole) {
    await ask(whole)
    await decide(desk, CHECKER, TRANSACTION, whole.id)
  }
  if (partly) {
    await ask(partly, '50000')
    await decide(desk, CHECKER, TRANSACTION, partly.id)
  }
  if (rejected) {
    await ask(rejected)
    await decide(desk, CHECKER, TRANSACTION, rejected.id, 'REJECT')
  }
  if (waiting) await ask(waiting)
}
