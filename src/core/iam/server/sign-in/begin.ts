import type { Language } from '#kernel/language.ts'
import { byUser } from '#platform/server/audit/audit.ts'
import type { PublicContext, Runtime } from '#platform/server/module.ts'
import { rememberAddress } from './address-failures.ts'
import { DEVICE_COOKIE, deviceCookie } from './device.ts'
import { type Issued, openSession } from './tokens.ts'

/** Who is calling, as far as sign-in cares. */
export interface Caller {
  ip: string
  userAgent: string
  /** Value of the device cookie. */
  device: string | undefined
  traceId: string
  language: Language
  now: Date
}

export function callerOf(ctx: PublicContext): Caller {
  return {
    ip: ctx.ip,
    userAgent: ctx.request.headers['user-agent'] ?? '',
    device: ctx.request.cookies[DEVICE_COOKIE],
    traceId: ctx.traceId,
    language: ctx.language,
    now: ctx.now,
  }
}

/** Opens a session for somebody who has proved who they are; from now on they are known on their device and at their address. */
export async function begin(runtime: Runtime, user: { id: string; account: string }, clientId: string, action: string, caller: Caller): Promise<Issued> {
  const { ip, userAgent, device, now } = caller
  return runtime.db.transaction().execute(async (tx) => {
    const issued = await openSession(tx, runtime, { userId: user.id, clientId, ip, userAgent }, now)
    await runtime.audit.write(tx, {
      ...byUser(user.account, caller),
      ...{ action, subjectType: 'iam.session', subjectId: issued.sid, after: { clientId, userAgent: userAgent.slice(0, 400) } },
    })
    await rememberAddress(tx, ip, user.id, now)
    return { ...issued, cookies: [...issued.cookies, deviceCookie(runtime, device, user.id, now)] }
  })
}
