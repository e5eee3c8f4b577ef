import { personName } from '#core/organisation/server/public.ts'
import type { GatewayOutcome } from '#core/payments/contract/gateway.ts'
import { isoLocal } from '#kernel/dates.ts'
import { fold } from '#kernel/text.ts'
import type { QrReport } from '#subsystems/qr/contract/service.ts'
import { type Chance, weighted } from './dice.ts'
import { CHANNELS, PAYER_BANKS, SHOP_KINDS, SHOPS, type Shop, type SimulatedChannel } from './shops.ts'

const drawChannel = weighted(CHANNELS, ({ share }) => share)
const drawBank = weighted(PAYER_BANKS, ({ share }) => share)
const drawHour = new Map(
  Object.entries(SHOP_KINDS).map(([kind, { hours }]) => [
    kind,
    weighted(
      hours.map((_, hour) => hour),
      (hour) => hours[hour] ?? 0,
    ),
  ]),
)
/** Zipf: the n-th shop has 1/n of the first one's trade, more or less of it at weekends by its kind. */
const drawShop = [false, true].map((weekend) => weighted(SHOPS, (shop, index) => (weekend ? SHOP_KINDS[shop.kind].weekend : 1) / (index + 1) ** 0.85))

export function someShop(chance: Chance, weekend: boolean): Shop {
  return (drawShop[weekend ? 1 : 0] as (roll: number) => Shop)(chance.roll())
}

/** Seconds after midnight at which somebody pays in that shop. */
export function someSecond(chance: Chance, shop: Shop): number {
  const hour = drawHour.get(shop.kind)?.(chance.roll()) ?? 12
  return hour * 3600 + chance.below(3600)
}

const SMALLEST = 5_000
const LARGEST = 499_000_000

/** Whole thousands, as prices are. */
function someAmount(chance: Chance, shop: Shop): string {
  const { median, spread } = SHOP_KINDS[shop.kind]
  const amount = Math.round(chance.lognormal(median, spread) / 1000) * 1000
  return String(Math.min(LARGEST, Math.max(SMALLEST, amount)))
}

export interface Payment {
  channel: SimulatedChannel
  facts: QrReport
}

/** One payment in a shop at a time, without an outcome yet. `reference` is the channel's own number for it. */
export function somePayment(chance: Chance, shop: Shop, at: Date, reference: (channel: SimulatedChannel) => string): Payment {
  const channel = drawChannel(chance.roll())
  const facts: QrReport = {
    externalRef: reference(channel),
    service: 'QR',
    type: 'PAYMENT',
    channel: channel.channel,
    merchantCode: shop.code,
    amount: someAmount(chance, shop),
    currency: 'VND',
    payer: {
      name: fold(personName(chance.roll)).toUpperCase(),
      account: channel.channel === 'WALLET' ? `09${chance.digits(8)}` : chance.digits(10 + chance.below(4)),
      bankBin: drawBank(chance.roll()).bin,
    },
    memo: `${SHOP_KINDS[shop.kind].memo} ${chance.digits(6)}`,
    occurredAt: isoLocal(at),
  }
  return { channel, facts }
}

const FAILURES = [
  { code: '51', message: 'Tài khoản không đủ số dư', share: 50 },
  { code: '61', message: 'Vượt hạn mức giao dịch trong ngày', share: 18 },
  { code: '24', message: 'Khách hàng huỷ giao dịch', share: 22 },
  { code: '05', message: 'Ngân hàng từ chối giao dịch', share: 10 },
] as const
const drawFailure = weighted(FAILURES, ({ share }) => share)

export function success(chance: Chance): GatewayOutcome {
  return { status: 'SUCCEEDED', code: '00', message: 'Giao dịch thành công', evidence: { bankReference: `FT${chance.digits(12)}` } }
}

export function failure(chance: Chance): GatewayOutcome {
  const { code, message } = drawFailure(chance.roll())
  return { status: 'FAILED', code, message }
}

export const TIMED_OUT: GatewayOutcome = { status: 'UNKNOWN', code: '68', message: 'Quá thời gian chờ ngân hàng trả lời' }
export const UNDER_WAY: GatewayOutcome = { status: 'PROCESSING', code: '09', message: 'Ngân hàng đang xử lý' }
