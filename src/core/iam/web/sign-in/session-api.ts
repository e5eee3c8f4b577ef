import { click, findAllClients, logout, refreshTokens, type Tokens, tokenExchange, userInfo } from '#core/iam/contract/sign-in/auth.ts'
import { iamErrors } from '#core/iam/contract/sign-in/errors.ts'
import { SUBSYSTEMS, type SubsystemCode } from '#kernel/applications.ts'
import { ApiError } from '#platform/web/api/api-error.ts'
import { call } from '#platform/web/api/call.ts'
import type { SessionApi } from '#platform/web/session/session-api.ts'
import type { Tokens as SessionTokens } from '#platform/web/session/tokens.ts'

export function tokensOf(tokens: Tokens): SessionTokens {
  return { accessToken: tokens.access_token, refreshToken: tokens.refresh_token }
}

/** A code kept in the browser as the sub-system code it must be; the server refuses any other. */
export function clientCode(text: string): SubsystemCode {
  return SUBSYSTEMS.find((code) => code === text) ?? SUBSYSTEMS[0]
}

/** The calls behind a session, for the shell. */
export const iamSessionApi: SessionApi = {
  refresh: async ({ refreshToken, clientId }) => tokensOf(await call(refreshTokens, { refreshToken, clientId: clientCode(clientId) })),
  logout: async ({ refreshToken, clientId }) => {
    await call(logout, { refreshToken, clientId: clientCode(clientId) })
  },
  exchange: async (clientId) => {
    try {
      return tokensOf(await call(tokenExchange, { clientId: clientCode(clientId) }))
    } catch (error) {
      // No entry for this application is no failure of the session: the person stays where they are.
      if (error instanceof ApiError && error.code === iamErrors.noAccess.code) return null
      throw error
    }
  },
  info: async (language) => {
    const info = await call(userInfo, {}, language && { language })
    return {
      account: info.userName,
      fullName: info.fullName,
      mobile: info.mobile,
      email: info.email,
      permissions: info.authorization.map((entry) => entry.uri),
      beyondScope: info.beyondScope,
      menus: info.menus,
      roles: info.roles.map((role) => role.name),
      unitName: info.orgUnitStaff.unitName || info.orgUnitStaff.partnerName,
      applications: info.applications,
      mustChangePassword: info.mustChangePassword,
    }
  },
  applications: () => call(findAllClients, {}),
  click: async () => {
    await call(click, {})
  },
}
