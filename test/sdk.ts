import { createHash, randomUUID } from 'node:crypto'
import { isoLocal } from '#kernel/dates.ts'
import { createApp } from '#subsystems/sdk/contract/apps.ts'
import type { SdkReport } from '#subsystems/sdk/contract/service.ts'
import type { TestApp } from './app.ts'

let counter = 0

/** A report of a payment in an app, with its own reference and order, on a device of its own; what is given replaces the default. */
export function sdkReport(overrides: Partial<SdkReport> & Record<string, unknown> = {}): SdkReport {
  counter += 1
  return {
    externalRef: `APP-${counter}`,
    service: 'SDK',
    type: 'PAYMENT',
    channel: 'SDK',
    app: 'VCB-PAY',
    platform: 'ANDROID',
    sdkVersion: '4.2.0',
    orderRef: `DH-${counter}`,
    amount: '150000',
    currency: 'VND',
    payer: { name: 'NGUYEN THI LAN', account: '0123456789', bankBin: '970418' },
    device: device(`device ${counter}`),
    redirectUrl: 'https://pay.example.vn/return',
    occurredAt: isoLocal(new Date()),
    outcome: { status: 'SUCCEEDED', code: '00', message: 'Thành công' },
    ...overrides,
  }
}

export const device = (name: string, model = 'Galaxy S24') => ({ idHash: createHash('sha256').update(name).digest('hex'), model, os: 'Android 15' })

/** Registers an app as an accountant does; answers its id. */
export async function registerApp(
  { call }: Pick<TestApp, 'call'>,
  app: { code: string; partnerId: string } & Partial<Record<'name', string>>,
): Promise<string> {
  const input = { name: 'Ví thử', platforms: ['IOS' as const, 'ANDROID' as const], redirects: ['https://pay.example.vn/return', 'vcbpay://return'], ...app }
  const made = await call(createApp, input, { as: 'ketoan', headers: { 'idempotency-key': randomUUID() } })
  if (!made.data) throw new Error(JSON.stringify(made))
  return made.data.id
}
