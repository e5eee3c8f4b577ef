import type { ApprovalKind } from '#core/approvals/server/public.ts'
import { clientErrors } from '#core/iam/contract/access/clients.ts'
import { accessErrors } from '#core/iam/contract/access/errors.ts'
import { roleErrors } from '#core/iam/contract/access/roles.ts'
import {
  changePassword,
  click,
  confirmEnrolment as confirmEnrolmentCall,
  enrolTotp,
  findAllClients,
  getStaffOrgUnit,
  login,
  logout,
  refreshTokens,
  tokenExchange,
  userInfo,
} from '#core/iam/contract/sign-in/auth.ts'
import { demoOtp, demoPersonas } from '#core/iam/contract/sign-in/demo.ts'
import { iamErrors } from '#core/iam/contract/sign-in/errors.ts'
import { checkForgotPw, confirmForgotPw, requestForgotPw, resetPassword } from '#core/iam/contract/sign-in/password.ts'
import { requestAccount } from '#core/iam/contract/sign-in/registration.ts'
import { issueEnrolmentCode, mySessions, revokeMySession, revokeUserSessions, userSessions } from '#core/iam/contract/sign-in/sessions.ts'
import { en } from '#core/iam/labels/en.ts'
import { en as signInEn } from '#core/iam/labels/sign-in/en.ts'
import { vi as signInVi } from '#core/iam/labels/sign-in/vi.ts'
import { vi } from '#core/iam/labels/vi.ts'
import type { HoldsMoney } from '#core/organisation/server/public.ts'
import type { SubsystemCode } from '#kernel/applications.ts'
import { AppError } from '#kernel/errors.ts'
import type { Registry } from '#platform/server/http/registry.ts'
import { defineModule, type PublicContext, type ServerModule } from '#platform/server/module.ts'
import { registerAccess } from './access/register.ts'
import { temporaryPasswordJobs } from './access/users/temporary-password.ts'
import { userImport } from './access/users/user-import.ts'
import { auditNames } from './audit-names.ts'
import { changeOwnPassword, readUserInfo } from './sign-in/account.ts'
import { listApplications } from './sign-in/applications.ts'
import { callerOf } from './sign-in/begin.ts'
import { currentDemoOtp, listPersonas } from './sign-in/demo.ts'
import { confirmEnrolment, finishEnrolment } from './sign-in/enrolment.ts'
import { startHousekeeping } from './sign-in/housekeeping.ts'
import { signIn } from './sign-in/login.ts'
import { askForLink, checkLink, linkJobs, setPasswordByLink } from './sign-in/password-links.ts'
import { refresh } from './sign-in/refresh.ts'
import { registrationJobs, takeRegistration } from './sign-in/registration.ts'
import { endSession, exchangeToken, recordClick } from './sign-in/session-calls.ts'
import { endMySession, endUserSessions, giveEnrolmentCode, listMySessions, listUserSessions } from './sign-in/sessions.ts'
import { readStaffOrgUnit } from './sign-in/staff-unit.ts'
import { clearedCookies, type Issued, REFRESH_COOKIE } from './sign-in/tokens.ts'
import { wholeSystem } from './whole-system.ts'

/** Sign-ins of one address: a large office at eight in the morning stays below. */
const SIGN_IN_RATE = { perSecond: 5, burst: 150 }
/** Every browser asks once in five minutes. */
const REFRESH_RATE = { perSecond: 30, burst: 600 }
/** Calls that mail something or say whether something is known. */
const SELDOM = { perSecond: 0.1, burst: 10 }
/** One and the same under two names. */
const LINKS = { ...SELDOM, bucket: 'password-links' }

/** What the composition root says of this system. */
export interface IamSetup {
  /** The kind of request that `userRegistration` made. */
  registration: ApprovalKind
  /** Where the people of a demo start. */
  demoClient: SubsystemCode
  /** Permissions of all modules that are used with a scope of ALL only; asked for when somebody has signed in. */
  wholeSystem: () => ReadonlySet<string>
  /** What other modules keep of people that has to be settled before their accounts are locked, moved or deleted. */
  holdsMoney: readonly HoldsMoney[]
  /** All modules of the system, which say what the history of a user speaks of. */
  registry: () => Registry
}

export const iamModule = ({ registration, demoClient, wholeSystem: ofAll, holdsMoney, registry }: IamSetup): ServerModule =>
  defineModule({
    name: 'iam',
    audit: auditNames,
    wholeSystem,
    labels: { vi, en },
    labelParts: { 'sign-in': { vi: signInVi, en: signInEn } },
    errors: { ...iamErrors, ...accessErrors, ...roleErrors, ...clientErrors },
    register(on) {
      on.open(
        login,
        async (input, ctx) => {
          assertCookiesHold(ctx)
          return answer(await signIn(ctx.runtime, input, callerOf(ctx)), ctx)
        },
        { rate: SIGN_IN_RATE },
      )
      on.open(confirmEnrolmentCall, (input, ctx) => confirmEnrolment(ctx.runtime, input, callerOf(ctx)))
      on.open(enrolTotp, async (input, ctx) => {
        assertCookiesHold(ctx)
        return answer(await finishEnrolment(ctx.runtime, input, callerOf(ctx)), ctx)
      })
      on.open(
        refreshTokens,
        (input, ctx) => refresh(ctx.runtime, { ...input, cookie: ctx.request.cookies[REFRESH_COOKIE], ip: ctx.ip, traceId: ctx.traceId }, ctx.now),
        { rate: REFRESH_RATE },
      )
      on.open(requestForgotPw, ({ account }, ctx) => askForLink(account, ctx), { rate: LINKS })
      on.open(resetPassword, ({ account }, ctx) => askForLink(account, ctx), { rate: LINKS })
      on.open(checkForgotPw, ({ verified }, ctx) => checkLink(verified, ctx))
      on.open(confirmForgotPw, setPasswordByLink)
      on.open(requestAccount, (input, ctx) => takeRegistration(registration, input, ctx), { rate: SELDOM })
      on.query(mySessions, (_input, ctx) => listMySessions(ctx))
      on.command(revokeMySession, ({ sid }, ctx) => endMySession(sid, ctx))
      on.query(userSessions, ({ userId }, ctx) => listUserSessions(userId, ctx))
      on.command(revokeUserSessions, endUserSessions)
      on.command(issueEnrolmentCode, ({ userId }, ctx) => giveEnrolmentCode(userId, ctx))
      on.open(logout, async ({ refreshToken }, ctx) => {
        await endSession(refreshToken, ctx)
        ctx.reply.header('set-cookie', clearedCookies())
        return null
      })
      on.query(tokenExchange, ({ clientId }, ctx) => exchangeToken(clientId, ctx))
      on.query(click, (_input, ctx) => recordClick(ctx))
      on.query(userInfo, (_input, ctx) => readUserInfo(ctx, ofAll()))
      on.query(getStaffOrgUnit, (_input, ctx) => readStaffOrgUnit(ctx))
      on.query(changePassword, changeOwnPassword)
      on.open(findAllClients, (_input, ctx) => listApplications(ctx.runtime.db, ctx.language))
      on.open(demoPersonas, (_input, ctx) => listPersonas(ctx, { vi: signInVi.enums.role, en: signInEn.enums.role }, demoClient))
      registerAccess(on, registry, holdsMoney)
      on.open(demoOtp, ({ account }, ctx) => currentDemoOtp(account, ctx))
    },
    imports: [userImport],
    jobs: () => [...linkJobs, ...registrationJobs, ...temporaryPasswordJobs],
    start: startHousekeeping,
  })

function answer(issued: Issued, ctx: PublicContext): { tokenData: Issued['tokens'] } {
  ctx.reply.header('set-cookie', issued.cookies)
  return { tokenData: issued.tokens }
}

/**
 * Over plain http on anything but the machine itself a browser drops the cookies that tokens are bound to: without this the person
 * would sign in and be thrown out at the next call, with no word why.
 */
function assertCookiesHold({ request }: PublicContext): void {
  const { origin } = request.headers
  if (origin === undefined || !URL.canParse(origin)) return
  const { protocol, hostname } = new URL(origin)
  const local = hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
  if (protocol === 'http:' && !local) throw new AppError(iamErrors.insecureOrigin)
}
