import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Runtime } from '#platform/server/module.ts'
import { open, seal } from '#platform/server/secret-box.ts'

/** Names the browser, and who has signed in with it: sealed, so that it is neither read nor made by anybody else. */
export const DEVICE_COOKIE = '__Host-device'
const CONTEXT = 'iam.device'
const LIFE_SECONDS = 180 * 86_400
/** People of one browser that are remembered: those who signed in last. */
const PEOPLE_MAX = 20

const Device = z.object({ id: z.string(), people: z.array(z.tuple([z.string(), z.number()])) })
type Device = z.output<typeof Device>

function read({ config }: Runtime, cookie: string | undefined): Device | undefined {
  if (!cookie || cookie.length > 4000) return undefined
  try {
    return Device.parse(JSON.parse(open(config.secretKey, Buffer.from(cookie, 'base64url'), CONTEXT).toString('utf8')))
  } catch {
    // Damaged, made up, or sealed with an earlier key: a device like any other.
    return undefined
  }
}

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000)

/** The id of the device a cookie names, when this user has signed in with it; undefined for any other. */
export function knownDevice(runtime: Runtime, cookie: string | undefined, userId: string, now: Date): string | undefined {
  const device = read(runtime, cookie)
  return device?.people.some(([id, until]) => id === userId && until > seconds(now)) ? device.id : undefined
}

/** The Set-Cookie value after a sign-in: the same device, with one more person who is known on it. */
export function deviceCookie(runtime: Runtime, cookie: string | undefined, userId: string, now: Date): string {
  const known = read(runtime, cookie)
  const others = known?.people.filter(([id, until]) => id !== userId && until > seconds(now)) ?? []
  const people: Device['people'] = [[userId, seconds(now) + LIFE_SECONDS], ...others]
  const device: Device = { id: known?.id ?? randomBytes(16).toString('base64url'), people: people.slice(0, PEOPLE_MAX) }
  const value = seal(runtime.config.secretKey, JSON.stringify(device), CONTEXT).toString('base64url')
  return `${DEVICE_COOKIE}=${value}; Path=/; Max-Age=${LIFE_SECONDS}; Secure; HttpOnly; SameSite=Strict`
}
