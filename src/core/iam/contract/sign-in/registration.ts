import { z } from 'zod'
import { defineCommand, PUBLIC } from '#kernel/contract.ts'
import { defineMachine } from '#kernel/machine.ts'
import { Code, CodeWithDot, Email, enumOf, OptionalNote, PhoneStrict, RequiredText } from '#kernel/primitives.ts'

/** What a new colleague may ask to be; an administrator gives everything else. */
export const RequestedRole = enumOf('iam.sign-in.role', ['TELLER', 'ACCOUNTANT', 'CHECKER', 'PROVINCE_MANAGER'])

export const registrationMachine = defineMachine({
  name: 'iam.registrationStatus',
  initial: 'PENDING',
  states: {
    PENDING: { tone: 'attention' },
    APPROVED: { tone: 'success', final: true },
    REJECTED: { tone: 'failure', final: true },
    EXPIRED: { tone: 'neutral', final: true },
  },
  events: {
    approve: { from: ['PENDING'], to: 'APPROVED' },
    reject: { from: ['PENDING'], to: 'REJECTED' },
    expire: { from: ['PENDING'], to: 'EXPIRED' },
  },
})

const registrationFields = {
  account: CodeWithDot.min(3),
  fullName: RequiredText(120),
  mobile: PhoneStrict,
  email: Email,
  /** Code of the unit where the person works. */
  unitCode: Code,
  roleCode: RequestedRole,
  note: OptionalNote(500),
}

/** No password: whoever is approved gets a link by e-mail that sets the first one. */
export const requestAccount = defineCommand({
  path: '/pp-public/register/v1/request',
  permission: PUBLIC,
  summary: { vi: 'Đăng ký tài khoản; quản trị viên xem xét', en: 'Request an account; an administrator reviews it' },
  input: registrationFields,
  output: z.null(),
})

/** What an administrator is shown before deciding. */
export const RegistrationPicture = z.object({
  account: z.string().meta({ kind: 'code' }),
  fullName: z.string().meta({ kind: 'text' }),
  mobile: z.string().meta({ kind: 'phone' }),
  email: z.string().meta({ kind: 'email' }),
  unit: z.string().meta({ kind: 'text' }),
  roleCode: RequestedRole,
  note: z.string().meta({ kind: 'text' }),
})

const USERS = 'user-permission/user-management/users'
export const registrationPermissions = { ask: `${USERS}/create`, see: `${USERS}/view`, approve: `${USERS}/approve` }
