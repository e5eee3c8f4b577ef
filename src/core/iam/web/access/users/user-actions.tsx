import { Alert, Button, Form, Modal, Radio, Segmented } from 'antd'
import { copyUserAccess } from '#core/iam/contract/access/user-rights.ts'
import {
  changeUserStatus,
  createQrAuthentication,
  createUser,
  deleteUser,
  editUser,
  findUser,
  type listUsers,
  resetUserPassword,
  type UserDetail,
} from '#core/iam/contract/access/users.ts'
import { issueEnrolmentCode } from '#core/iam/contract/sign-in/sessions.ts'
import { EnrolmentCodeDialog } from '#core/iam/web/public.ts'
import { PartnerName, PartnerSelect, UnitName, UnitSelect } from '#core/organisation/web/public.ts'
import type { RowOf } from '#kernel/contract.ts'
import { useLabels, useShellText } from '#platform/web/i18n.ts'
import type { Action, DialogProps } from '#platform/web/kit/actions/action.ts'
import { act, create, edit, remove, show } from '#platform/web/kit/actions/actions.tsx'
import { Field, Pair } from '#platform/web/kit/form/field.tsx'
import { CopyButton } from '#platform/web/kit/value/copy-button.tsx'
import { useSession } from '#platform/web/session/session-store.ts'
import { UserSelect } from '../../user-select.tsx'
import { ApplicationMultiSelect, RoleMultiSelect, ScopeFields } from '../inputs.tsx'
import { words } from '../words.ts'
import { UserDrawer } from './user-drawer.tsx'

type User = RowOf<typeof listUsers>
type Values = Record<string, unknown>

/** Nobody changes what they may do themselves, and nothing is done to who is gone. */
const other = ({ account, status }: User) => account !== useSession.getState().user?.account && status !== 'DISABLED'
const read = findUser

export const viewUser = show(UserDrawer)

interface Password {
  account: string
  password: string
}

/** A temporary password is shown once: the window stays until somebody says that it is written down. */
const showPassword = show(PasswordShown)

function PasswordShown({ row: { account, password }, onClose }: DialogProps<Password>) {
  const labels = useLabels(words)
  const t = useShellText()
  return (
    <Modal
      open
      title={labels.text('passwordTitle', { account })}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" autoFocus onClick={onClose}>
          {t('common.noted')}
        </Button>
      }
    >
      <p>{labels.text('passwordText')}</p>
      <p className="access-password">
        <code>{password}</code>
        <CopyButton text={password} />
      </p>
    </Modal>
  )
}

function PersonFields() {
  return (
    <>
      <Field name="fullName" />
      <Pair>
        <Field name="mobile" />
        <Field name="email" />
      </Pair>
    </>
  )
}

/** Where somebody works: a unit, or a partner. */
function PlaceFields() {
  const t = useShellText()
  const labels = useLabels(words)
  const partner = Form.useWatch('belongs') === 'partner'
  return (
    <>
      <Form.Item name="belongs" label={labels.text('belongs')}>
        <Segmented
          options={[
            { value: 'unit', label: labels.field('user', 'unitId') },
            { value: 'partner', label: labels.field('user', 'partnerId') },
          ]}
        />
      </Form.Item>
      {partner ? (
        <Field name="partnerId">
          <PartnerSelect />
        </Field>
      ) : (
        <Field name="unitId">
          <UnitSelect placeholder={t('common.choose')} />
        </Field>
      )}
    </>
  )
}

/** Only one of unit and partner is sent: the one that is in front. */
function placeOf({ belongs, unitId, partnerId }: Values): Values {
  return { belongs: undefined, ...(belongs === 'partner' ? { partnerId, unitId: undefined } : { unitId, partnerId: undefined }) }
}

function CreateFields() {
  const partner = Form.useWatch('belongs') === 'partner'
  return (
    <>
      <Pair>
        <Field name="account" />
        <Field name="language" />
      </Pair>
      <PersonFields />
      <PlaceFields />
      <ScopeFields place={partner ? 'partner' : 'unit'} />
      <Field name="roleIds">
        <RoleMultiSelect grantable />
      </Field>
      <Field name="applications">
        <ApplicationMultiSelect />
      </Field>
      <DeliverField />
    </>
  )
}

function DeliverField() {
  const labels = useLabels(words)
  return (
    <Field name="deliver" label={labels.text('deliver')}>
      <Radio.Group
        options={[
          { value: 'SHOW', label: labels.text('deliverShow') },
          { value: 'MAIL', label: labels.text('deliverMail') },
        ]}
      />
    </Field>
  )
}

function EditFields() {
  return (
    <>
      <PersonFields />
      <Field name="language" />
      <PlaceFields />
    </>
  )
}

function CopyFields() {
  const labels = useLabels(words)
  return (
    <>
      <Field name="fromId" label={labels.text('copyFrom')}>
        <UserSelect />
      </Field>
      <Field name="replace" label={labels.text('copyReplace')} />
      <Alert type="info" showIcon title={labels.text('copyText')} />
    </>
  )
}

/** What may be done with users, in the order of the menu. */
export const userActions: readonly Action<User>[] = [
  create(createUser, CreateFields, {
    size: 560,
    values: () => ({ belongs: 'unit', language: 'vi', deliver: 'SHOW', scopeKind: 'UNIT', applications: [] }),
    toInput: placeOf,
    onDone: ({ password }, { open, sent }) => password !== null && open(showPassword, { account: String(sent.account), password }),
  }),
  viewUser,
  edit(editUser, EditFields, {
    read,
    when: ({ status }) => status !== 'DISABLED',
    values: ({ fullName, mobile, email, language, unitId, partnerId }) => ({
      fullName,
      mobile,
      email,
      language,
      unitId,
      partnerId,
      belongs: partnerId ? 'partner' : 'unit',
    }),
    show: (field, value) => (field === 'unitId' ? <UnitName id={String(value)} /> : field === 'partnerId' ? <PartnerName id={String(value)} /> : undefined),
    toInput: placeOf,
  }),
  act(copyUserAccess, { read, ask: CopyFields, values: () => ({ replace: false }), when: other }),
  act(resetUserPassword, {
    read,
    danger: true,
    ask: ({ record }: { record: UserDetail }) => (record.email ? <DeliverField /> : null),
    values: () => ({ deliver: 'SHOW' }),
    toInput: ({ deliver }) => ({ deliver: deliver ?? 'SHOW' }),
    when: other,
    onDone: ({ password }, { open, record }) => password !== null && open(showPassword, { account: record.account, password }),
  }),
  act(createQrAuthentication, { key: 'resetAuthenticator', read, danger: true, when: (user) => other(user) && user.authenticator }),
  show(({ row, onClose }: DialogProps<User>) => <EnrolmentCodeDialog userId={row.id} onClose={onClose} />, {
    key: 'enrolmentCode',
    contract: issueEnrolmentCode,
    when: ({ status, authenticator }) => status === 'ACTIVE' && !authenticator,
  }),
  act(changeUserStatus, { event: 'lock', read, danger: true, ask: ['reason'], when: other }),
  act(changeUserStatus, { event: 'unlock', read, ask: ['reason'], when: other }),
  remove(deleteUser, { read, when: other }),
]
