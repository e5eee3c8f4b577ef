import { Alert, Drawer, Form, Input, Modal, Radio, Segmented, Skeleton, Switch } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import {
  changeUserStatus,
  copyUserAccess,
  createQrAuthentication,
  createUser,
  deleteUser,
  editUser,
  findUser,
  listUsers,
  resetUserPassword,
  type UserDetail,
  userHistory,
  userPermissions,
} from '#core/iam/contract/access/users.ts'
import { PartnerSelect, UnitSelect, UnitTreeSelect } from '#core/organisation/web/public.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { useLabels, useShellText } from '#platform/web/i18n.ts'
import { EnumSelect } from '#platform/web/kit/form/enum-select.tsx'
import { FormDrawer, FormField } from '#platform/web/kit/form/form-drawer.tsx'
import { useFormData } from '#platform/web/kit/form/use-form-data.ts'
import { CopyButton } from '#platform/web/kit/value/copy-button.tsx'
import { UserSelect } from '../../user-select.tsx'
import { ApplicationMultiSelect, RoleMultiSelect, ScopeSelect } from '../inputs.tsx'
import { words } from '../words.ts'

/** What shows a user, and is out of date after a change. */
export const USER_READS = [listUsers, findUser, userPermissions, userHistory]

interface Open {
  id: string
  onClose: () => void
}

type Values = Record<string, unknown>

/** The user as read when the form opened; until then a drawer that waits. */
export function WithUser({ id, onClose, children }: Open & { children: (user: UserDetail) => ReactNode }) {
  const { data } = useFormData(findUser, { id })
  if (data) return children(data)
  return (
    <Drawer open size={480} onClose={onClose}>
      <Skeleton active paragraph={{ rows: 8 }} />
    </Drawer>
  )
}

/** A temporary password is shown once; the window stays until it is closed. */
function PasswordShown({ account, password, onClose }: { account: string; password: string; onClose: () => void }) {
  const labels = useLabels(words)
  const t = useShellText()
  return (
    <Modal
      open
      title={labels.text('passwordTitle', { account })}
      okText={t('common.close')}
      onOk={onClose}
      onCancel={onClose}
      cancelButtonProps={{ hidden: true }}
    >
      <p>{labels.text('passwordText')}</p>
      <p className="access-password">
        <code>{password}</code>
        <CopyButton text={password} />
      </p>
    </Modal>
  )
}

/** Keeps the drawer's place for the password that an answer brings. */
function usePasswordShown(onClose: () => void) {
  const came = useRef(false)
  const [shown, setShown] = useState<{ account: string; password: string } | null>(null)
  return {
    take: (account: string, { password }: OutputOf<typeof createUser>) => {
      if (password === null) return
      came.current = true
      setShown({ account, password })
    },
    close: () => {
      if (!came.current) onClose()
    },
    window: shown && <PasswordShown {...shown} onClose={onClose} />,
  }
}

function PersonFields() {
  const labels = useLabels(words)
  const label = labels.fields('user')
  return (
    <>
      <FormField name="fullName" label={label('fullName')}>
        <Input autoComplete="off" />
      </FormField>
      <div className="bt-form-pair">
        <FormField name="mobile" label={label('mobile')}>
          <Input autoComplete="off" inputMode="tel" />
        </FormField>
        <FormField name="email" label={label('email')}>
          <Input autoComplete="off" inputMode="email" />
        </FormField>
      </div>
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
        <FormField name="partnerId" label={labels.field('user', 'partnerId')}>
          <PartnerSelect />
        </FormField>
      ) : (
        <FormField name="unitId" label={labels.field('user', 'unitId')}>
          <UnitSelect placeholder={t('common.choose')} />
        </FormField>
      )}
    </>
  )
}

export function ScopeFields() {
  const labels = useLabels(words)
  const kind = Form.useWatch('scopeKind')
  const partner = Form.useWatch('belongs') === 'partner'
  return (
    <>
      <FormField name="scopeKind" label={labels.field('user', 'scopeKind')}>
        <ScopeSelect place={partner ? 'partner' : 'unit'} />
      </FormField>
      {kind === 'UNITS' && (
        <FormField name="scopeUnitIds" label={labels.field('user', 'scopeUnitIds')} needed>
          <UnitTreeSelect />
        </FormField>
      )}
    </>
  )
}

/** Only one of unit and partner is sent: the one that is in front. */
function placeOf({ belongs, unitId, partnerId, ...values }: Values): Values {
  return belongs === 'partner' ? { ...values, partnerId } : { ...values, unitId }
}

export function UserCreate({ onClose }: { onClose: () => void }) {
  const labels = useLabels(words)
  const label = labels.fields('user')
  const account = useRef('')
  const password = usePasswordShown(onClose)
  if (password.window) return password.window
  return (
    <FormDrawer
      contract={createUser}
      title={labels.text('userCreate')}
      done={labels.text('saved')}
      invalidates={USER_READS}
      size={560}
      initial={{ belongs: 'unit', language: 'vi', deliver: 'SHOW', scopeKind: 'UNIT', applications: [] }}
      toInput={(values) => {
        account.current = String(values.account ?? '')
        return placeOf(values)
      }}
      onDone={(output) => password.take(account.current, output)}
      onClose={password.close}
    >
      <div className="bt-form-pair">
        <FormField name="account" label={label('account')}>
          <Input autoComplete="off" spellCheck={false} className="bt-num" autoFocus />
        </FormField>
        <FormField name="language" label={label('language')}>
          <EnumSelect name="iam.language" values={['vi', 'en']} />
        </FormField>
      </div>
      <PersonFields />
      <PlaceFields />
      <ScopeFields />
      <FormField name="roleIds" label={label('roleIds')}>
        <RoleMultiSelect grantable />
      </FormField>
      <FormField name="applications" label={label('applications')}>
        <ApplicationMultiSelect />
      </FormField>
      <DeliverField />
    </FormDrawer>
  )
}

function DeliverField() {
  const labels = useLabels(words)
  return (
    <FormField name="deliver" label={labels.text('deliver')}>
      <Radio.Group
        options={[
          { value: 'SHOW', label: labels.text('deliverShow') },
          { value: 'MAIL', label: labels.text('deliverMail') },
        ]}
      />
    </FormField>
  )
}

export function UserEdit({ id, onClose }: Open) {
  const labels = useLabels(words)
  return (
    <WithUser id={id} onClose={onClose}>
      {({ version, account, fullName, mobile, email, language, unitId, partnerId }) => (
        <FormDrawer
          contract={editUser}
          title={labels.text('userEdit', { account })}
          done={labels.text('saved')}
          invalidates={USER_READS}
          initial={{ fullName, mobile, email, language, unitId, partnerId, belongs: partnerId ? 'partner' : 'unit' }}
          toInput={(values) => ({ id, version, ...placeOf(values) })}
          onClose={onClose}
        >
          <PersonFields />
          <FormField name="language" label={labels.field('user', 'language')}>
            <EnumSelect name="iam.language" values={['vi', 'en']} />
          </FormField>
          <PlaceFields />
        </FormDrawer>
      )}
    </WithUser>
  )
}

export function UserStatus({ id, onClose }: Open) {
  const labels = useLabels(words)
  return (
    <WithUser id={id} onClose={onClose}>
      {({ version, account, status }) => {
        const lock = status === 'ACTIVE'
        return (
          <FormDrawer
            contract={changeUserStatus}
            title={labels.text(lock ? 'userLock' : 'userUnlock', { account })}
            done={labels.text('statusChanged')}
            submit={labels.action(lock ? 'lock' : 'unlock')}
            danger={lock}
            invalidates={USER_READS}
            toInput={(values) => ({ id, version, status: lock ? 'LOCKED' : 'ACTIVE', ...values })}
            onClose={onClose}
          >
            <p>{labels.text(lock ? 'userLockText' : 'userUnlockText')}</p>
            <FormField name="reason" label={labels.field('user', 'reason')}>
              <Input.TextArea autoSize={{ minRows: 2, maxRows: 4 }} autoFocus />
            </FormField>
          </FormDrawer>
        )
      }}
    </WithUser>
  )
}

export function UserRemove({ id, onClose }: Open) {
  const labels = useLabels(words)
  return (
    <WithUser id={id} onClose={onClose}>
      {({ version, account, fullName }) => (
        <FormDrawer
          contract={deleteUser}
          title={labels.text('userRemove', { account })}
          done={labels.text('removed')}
          submit={labels.action('remove')}
          danger
          invalidates={USER_READS}
          toInput={() => ({ id, version })}
          onClose={onClose}
        >
          <p>{labels.text('userRemoveText', { name: fullName })}</p>
        </FormDrawer>
      )}
    </WithUser>
  )
}

export function UserResetPassword({ id, onClose }: Open) {
  const labels = useLabels(words)
  const password = usePasswordShown(onClose)
  if (password.window) return password.window
  return (
    <WithUser id={id} onClose={onClose}>
      {({ version, account, email }) => (
        <FormDrawer
          contract={resetUserPassword}
          title={labels.text('userPassword', { account })}
          done={labels.text('saved')}
          submit={labels.action('resetPassword')}
          danger
          invalidates={USER_READS}
          initial={{ deliver: 'SHOW' }}
          toInput={(values) => ({ id, version, ...values })}
          onDone={(output) => password.take(account, output)}
          onClose={password.close}
        >
          <p>{labels.text('userPasswordText')}</p>
          {email && <DeliverField />}
        </FormDrawer>
      )}
    </WithUser>
  )
}

export function UserResetAuthenticator({ id, onClose }: Open) {
  const labels = useLabels(words)
  return (
    <WithUser id={id} onClose={onClose}>
      {({ version, account }) => (
        <FormDrawer
          contract={createQrAuthentication}
          title={labels.text('userAuthenticator', { account })}
          done={labels.text('saved')}
          submit={labels.action('resetAuthenticator')}
          danger
          invalidates={USER_READS}
          toInput={() => ({ id, version })}
          onClose={onClose}
        >
          <p>{labels.text('userAuthenticatorText')}</p>
        </FormDrawer>
      )}
    </WithUser>
  )
}

export function UserCopy({ id, onClose }: Open) {
  const labels = useLabels(words)
  return (
    <WithUser id={id} onClose={onClose}>
      {({ version, account }) => (
        <FormDrawer
          contract={copyUserAccess}
          title={labels.text('userCopy', { account })}
          done={labels.text('saved')}
          invalidates={USER_READS}
          initial={{ replace: false }}
          toInput={(values) => ({ id, version, ...values })}
          onClose={onClose}
        >
          <FormField name="fromId" label={labels.text('copyFrom')}>
            <UserSelect />
          </FormField>
          <FormField name="replace" label={labels.text('copyReplace')} valuePropName="checked">
            <Switch />
          </FormField>
          <Alert type="info" showIcon title={labels.text('copyText')} />
        </FormDrawer>
      )}
    </WithUser>
  )
}
