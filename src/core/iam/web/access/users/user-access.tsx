import DeleteOutlined from '@ant-design/icons/DeleteOutlined'
import { changeUserApplications, changeUserScope, grantUserRoles, revokeUserRoles } from '#core/iam/contract/access/user-rights.ts'
import { UserDetail } from '#core/iam/contract/access/users.ts'
import { useLabels, useNames } from '#platform/web/i18n.ts'
import { ActionButton, ActionHost } from '#platform/web/kit/actions/action-host.tsx'
import { act, edit } from '#platform/web/kit/actions/actions.tsx'
import { Section } from '#platform/web/kit/detail/detail-layout.tsx'
import { Field } from '#platform/web/kit/form/field.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { ChooseAndAdd } from '../choose-and-add.tsx'
import { ApplicationMultiSelect, RoleMultiSelect, ScopeFields } from '../inputs.tsx'
import { accessReads } from '../reads.ts'
import { words } from '../words.ts'

/** A user as the forms of their access have it. */
const accessOf = (user: UserDetail) => ({
  ...user,
  applications: user.applications.map(({ code }) => code),
  known: user.applications,
  scopeUnitIds: user.scopeUnits.map(({ id }) => id),
})
type Access = ReturnType<typeof accessOf>

const when = ({ untouchable }: Pick<UserDetail, 'untouchable'>) => untouchable === null

const editApplications = edit<typeof changeUserApplications, Access>(
  changeUserApplications,
  ({ record: { known } }) => (
    <Field name="applications">
      <ApplicationMultiSelect known={known} />
    </Field>
  ),
  { key: 'changeApplications', when },
)

const editScope = edit<typeof changeUserScope, Access>(
  changeUserScope,
  ({ record: { partnerId, unitId } }) => <ScopeFields place={partnerId ? 'partner' : unitId ? 'unit' : 'none'} />,
  { key: 'changeScope', when, toInput: ({ scopeKind, scopeUnitIds = [] }) => ({ scopeUnitIds: scopeKind === 'UNITS' ? scopeUnitIds : [] }) },
)

/** Roles, applications and scope of a user, each changed where it stands. */
export function UserAccess({ user }: { user: UserDetail }) {
  const labels = useLabels(words)
  return (
    <div className="bt-stack">
      <Roles user={user} />
      <ActionHost entity="iam.user" schema={UserDetail} nameOf={({ account }: UserDetail) => account}>
        <Section title={labels.field('user', 'applications')} extra={<ActionButton action={editApplications} row={accessOf(user)} />}>
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
        </Section>
        <Section title={labels.field('user', 'scopeKind')} extra={<ActionButton action={editScope} row={accessOf(user)} />}>
          <ScopeText {...user} />
        </Section>
      </ActionHost>
    </div>
  )
}

type Role = UserDetail['roles'][number]
/** The account whose role it is stands in the question. */
type RoleOfUser = Role & Pick<UserDetail, 'account' | 'untouchable'>

function Roles({ user }: { user: UserDetail }) {
  const labels = useLabels(words)
  const { id, version, account, untouchable, roles } = user
  const title = labels.field('user', 'roles')
  const revoke = act<typeof revokeUserRoles, RoleOfUser>(revokeUserRoles, {
    key: 'revoke',
    danger: true,
    icon: <DeleteOutlined />,
    invalidates: accessReads,
    when,
    toInput: (_, role) => ({ id, version, roleIds: [role.id] }),
  })
  return (
    <ActionHost entity="iam.userRole" schema={UserDetail.shape.roles.element} nameOf={({ name }: Role) => name}>
      <Section title={title}>
        {when(user) && (
          <ChooseAndAdd
            contract={grantUserRoles}
            input={(roleIds) => ({ id, version, roleIds })}
            action="grant"
            title={title}
            done={() => labels.text('granted')}
          >
            {(value, onChange) => (
              <RoleMultiSelect label={labels.text('roleAdd')} grantable except={roles.map((role) => role.id)} value={value} onChange={onChange} />
            )}
          </ChooseAndAdd>
        )}
        {roles.length === 0 && <p className="bt-none">{labels.text('noRoles')}</p>}
        <ul className="access-items">
          {roles.map((role) => (
            <li key={role.id}>
              <strong title={role.name}>{role.name}</strong>
              <span className="bt-num">{role.code}</span>
              {role.status !== 'ACTIVE' && <StatusTag machine="iam.roleStatus" value={role.status} />}
              <ActionButton action={revoke} row={{ ...role, account, untouchable }} />
            </li>
          ))}
        </ul>
      </Section>
    </ActionHost>
  )
}

/** The scope in words: its kind, and the units it means. */
export function ScopeText({ scopeKind, scopeUnits, unitName, partnerName }: Pick<UserDetail, 'scopeKind' | 'scopeUnits' | 'unitName' | 'partnerName'>) {
  const names = useNames('iam.sign-in.scopeKind')
  const where = scopeKind === 'UNITS' ? scopeUnits.map((unit) => unit.name).join(', ') : scopeKind === 'PARTNER' ? partnerName : unitName
  const kind = names.enumValue('iam.sign-in.scopeKind', scopeKind)
  return <span>{scopeKind === 'ALL' || scopeKind === 'SELF' || !where ? kind : `${kind}: ${where}`}</span>
}
