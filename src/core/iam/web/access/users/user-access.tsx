import DeleteOutlined from '@ant-design/icons/DeleteOutlined'
import { Button, Form } from 'antd'
import { useState } from 'react'
import { changeUserApplications, changeUserScope, grantUserRoles, revokeUserRoles } from '#core/iam/contract/access/user-rights.ts'
import type { UserDetail } from '#core/iam/contract/access/users.ts'
import { UnitTreeSelect } from '#core/organisation/web/public.ts'
import { useContractCommand } from '#platform/web/api/use-query.ts'
import { useLabels, useNames, useShellText } from '#platform/web/i18n.ts'
import { CommandDialog } from '#platform/web/kit/actions/command-dialog.tsx'
import { Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { FormDrawer } from '#platform/web/kit/form/form-drawer.tsx'
import { FormField } from '#platform/web/kit/form/form-field.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { usePermission } from '#platform/web/session/session-store.ts'
import { notify } from '#platform/web/shell/notices/notify.ts'
import { ApplicationMultiSelect, RoleMultiSelect, ScopeSelect } from '../inputs.tsx'
import { words } from '../words.ts'

/** Roles, applications and scope of a user, each changed where it stands. */
export function UserAccess({ user }: { user: UserDetail }) {
  return (
    <div className="bt-stack">
      <Roles user={user} />
      <Applications user={user} />
      <Scope user={user} />
    </div>
  )
}

function Roles({ user }: { user: UserDetail }) {
  const labels = useLabels(words)
  const mayGrant = usePermission(grantUserRoles.permission) && user.untouchable === null
  const mayRevoke = usePermission(revokeUserRoles.permission) && user.untouchable === null
  const [chosen, setChosen] = useState<string[]>([])
  const [gone, setGone] = useState<UserDetail['roles'][number] | null>(null)
  const title = labels.field('user', 'roles')
  const grant = useContractCommand(grantUserRoles, {
    onSuccess: () => {
      setChosen([])
      notify({ kind: 'success', title, text: labels.text('granted') })
    },
  })
  return (
    <Section title={title}>
      {mayGrant && (
        <div className="access-add">
          <RoleMultiSelect
            label={labels.text('roleAdd')}
            grantable
            except={user.roles.map((role) => role.id)}
            value={chosen}
            onChange={(next) => setChosen(next as string[])}
          />
          <Button
            type="primary"
            disabled={chosen.length === 0}
            loading={grant.isPending}
            onClick={() => grant.mutate({ id: user.id, version: user.version, roleIds: chosen })}
          >
            {labels.action('grant')}
          </Button>
        </div>
      )}
      {user.roles.length === 0 && <p className="bt-none">{labels.text('noRoles')}</p>}
      <ul className="access-items">
        {user.roles.map((role) => (
          <li key={role.id}>
            <strong title={role.name}>{role.name}</strong>
            <span className="bt-num">{role.code}</span>
            {role.status !== 'ACTIVE' && <StatusTag machine="iam.roleStatus" value={role.status} />}
            {mayRevoke && (
              <Button
                type="text"
                size="small"
                danger
                icon={<DeleteOutlined />}
                aria-label={labels.text('roleRevoke', { name: role.name })}
                title={labels.action('revoke')}
                onClick={() => setGone(role)}
              />
            )}
          </li>
        ))}
      </ul>
      {gone && (
        <CommandDialog
          contract={revokeUserRoles}
          input={{ id: user.id, version: user.version, roleIds: [gone.id] }}
          title={labels.text('roleRevoke', { name: gone.name })}
          text={labels.text('roleRevokeText', { account: user.account })}
          submit={labels.action('revoke')}
          done={labels.text('revoked')}
          danger
          onClose={() => setGone(null)}
        />
      )}
    </Section>
  )
}

function Applications({ user }: { user: UserDetail }) {
  const labels = useLabels(words)
  const [open, setOpen] = useState(false)
  const may = usePermission(changeUserApplications.permission) && user.untouchable === null
  const title = labels.field('user', 'applications')
  return (
    <Section title={title} extra={may && <EditButton of={title} onClick={() => setOpen(true)} />}>
      {user.applications.length === 0 && <p className="bt-none">{labels.text('noApplications')}</p>}
      <ul className="access-items">
        {user.applications.map(({ code, name, status }) => (
          <li key={code}>
            <strong>{name}</strong>
            <span className="bt-num">{code}</span>
            {status !== 'ACTIVE' && <StatusTag machine="iam.clientStatus" value={status} />}
          </li>
        ))}
      </ul>
      {open && (
        <FormDrawer
          contract={changeUserApplications}
          title={title}
          done={labels.text('saved')}
          initial={{ applications: user.applications.map(({ code }) => code) }}
          entity="iam.user"
          record={{ version: user.version, valuesOf: ({ applications }) => ({ applications }) }}
          toInput={(values, version) => ({ id: user.id, version, ...values })}
          onClose={() => setOpen(false)}
        >
          <FormField name="applications" label={title}>
            <ApplicationMultiSelect known={user.applications} />
          </FormField>
        </FormDrawer>
      )}
    </Section>
  )
}

function EditButton({ of, onClick }: { of: string; onClick: () => void }) {
  const labels = useLabels(words)
  return (
    <Button size="small" onClick={onClick} aria-label={`${labels.action('edit')}: ${of}`}>
      {labels.action('edit')}
    </Button>
  )
}

/** The scope in words: its kind, and the units it means. */
export function ScopeText({ scopeKind, scopeUnits, unitName, partnerName }: Pick<UserDetail, 'scopeKind' | 'scopeUnits' | 'unitName' | 'partnerName'>) {
  const names = useNames('iam.sign-in.scopeKind')
  const where = scopeKind === 'UNITS' ? scopeUnits.map((unit) => unit.name).join(', ') : scopeKind === 'PARTNER' ? partnerName : unitName
  const kind = names.enumValue('iam.sign-in.scopeKind', scopeKind)
  return <span>{scopeKind === 'ALL' || scopeKind === 'SELF' || !where ? kind : `${kind}: ${where}`}</span>
}

function Scope({ user }: { user: UserDetail }) {
  const labels = useLabels(words)
  const t = useShellText()
  const [open, setOpen] = useState(false)
  const may = usePermission(changeUserScope.permission) && user.untouchable === null
  const title = labels.field('user', 'scopeKind')
  const place = user.partnerId ? 'partner' : user.unitId ? 'unit' : 'none'
  return (
    <Section title={title} extra={may && <EditButton of={title} onClick={() => setOpen(true)} />}>
      <ScopeText {...user} />
      {open && (
        <FormDrawer
          contract={changeUserScope}
          title={title}
          done={labels.text('saved')}
          submit={t('common.save')}
          initial={{ scopeKind: user.scopeKind, scopeUnitIds: user.scopeUnits.map((unit) => unit.id) }}
          entity="iam.user"
          record={{ version: user.version, valuesOf: ({ scopeKind, scopeUnitIds }) => ({ scopeKind, scopeUnitIds }) }}
          toInput={({ scopeUnitIds, ...values }, version) => ({
            id: user.id,
            version,
            ...values,
            scopeUnitIds: values.scopeKind === 'UNITS' ? (scopeUnitIds ?? []) : [],
          })}
          onClose={() => setOpen(false)}
        >
          <FormField name="scopeKind" label={title}>
            <ScopeSelect place={place} />
          </FormField>
          <ChosenUnits />
        </FormDrawer>
      )}
    </Section>
  )
}

function ChosenUnits() {
  const labels = useLabels(words)
  if (Form.useWatch('scopeKind') !== 'UNITS') return null
  return (
    <FormField name="scopeUnitIds" label={labels.field('user', 'scopeUnitIds')} needed>
      <UnitTreeSelect />
    </FormField>
  )
}
