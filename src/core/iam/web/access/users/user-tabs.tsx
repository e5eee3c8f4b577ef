import SearchOutlined from '@ant-design/icons/SearchOutlined'
import { Input, Table } from 'antd'
import { useState } from 'react'
import { ActorText } from '#core/audit/web/public.ts'
import { userPermissions } from '#core/iam/contract/access/user-rights.ts'
import { UserDetail, userHistory } from '#core/iam/contract/access/users.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { matchesText } from '#kernel/text.ts'
import { useContractQuery } from '#platform/web/api/use-query.ts'
import { useLabels, useShellText } from '#platform/web/i18n.ts'
import { Waiting } from '#platform/web/kit/detail/detail-layout.tsx'
import { FieldList } from '#platform/web/kit/detail/field-list.tsx'
import { Timeline } from '#platform/web/kit/detail/timeline.tsx'
import { useClearable } from '#platform/web/kit/form/clearable.tsx'
import { useActionLabel, words } from '../words.ts'
import { ScopeText } from './user-access.tsx'

type Item = OutputOf<typeof userPermissions>['items'][number]

export function UserFacts({ user }: { user: UserDetail }) {
  return (
    <FieldList
      schema={UserDetail}
      entity="iam.user"
      value={user}
      fields={[
        'account',
        'fullName',
        'mobile',
        'email',
        user.partnerId ? 'partnerName' : 'unitName',
        { field: 'scopeKind', render: (value) => <ScopeText {...value} /> },
        'language',
        'authenticator',
        'mustChangePassword',
        'passwordChangedAt',
        'lastSignInAt',
        'createdAt',
        'updatedAt',
        'updatedBy',
      ]}
    />
  )
}

/** What the user may do, each with the roles it comes from and the scope it reaches; what does not count stands there with the reason. */
export function UserPermissions({ id }: { id: string }) {
  const labels = useLabels(words)
  const t = useShellText()
  const clearable = useClearable()
  const actionLabel = useActionLabel()
  const [text, setText] = useState('')
  const query = useContractQuery(userPermissions, { id }, { quiet: true })
  const { data } = query
  if (!data) return <Waiting query={query} />
  const shown = data.items.filter((item) => matchesText(`${item.uri} ${item.title} ${item.roles.map((role) => role.name).join(' ')}`, text))
  const inEffect = data.items.filter((item) => item.state === 'OK').length
  const label = labels.fields('permission')
  return (
    <div className="bt-stack">
      <div className="access-add">
        <Input
          prefix={<SearchOutlined />}
          allowClear={clearable}
          placeholder={labels.text('permissionSearch')}
          aria-label={labels.text('permissionSearch')}
          onChange={(event) => setText(event.target.value)}
        />
        <span>{labels.text('permissionCount', { count: inEffect, total: data.items.length })}</span>
      </div>
      <div>
        {labels.field('user', 'scopeKind')}: <ScopeText {...data} />
      </div>
      <Table<Item>
        size="small"
        rowKey="id"
        dataSource={shown}
        virtual
        scroll={{ y: 460, x: 840 }}
        pagination={false}
        locale={{ emptyText: t('common.empty') }}
        columns={[
          { key: 'application', title: label('application'), width: 110, render: (_, item) => item.application ?? labels.text('common') },
          {
            key: 'title',
            title: label('title'),
            width: 330,
            render: (_, item) => (
              <span className="access-permission">
                <span>{[item.title, actionLabel(item.action)].filter(Boolean).join(' · ')}</span>
                <small className="bt-num">{item.uri}</small>
              </span>
            ),
          },
          { key: 'roles', title: label('roles'), width: 220, render: (_, item) => item.roles.map((role) => role.name).join(', ') },
          {
            key: 'state',
            title: label('state'),
            width: 180,
            render: (_, item) => (
              <span className={`bt-dot bt-tone-${item.state === 'OK' ? 'success' : 'attention'}`}>{labels.enumValue('iam.permissionState', item.state)}</span>
            ),
          },
        ]}
      />
    </div>
  )
}

/** What was done to the user, by whom. */
export function UserHistory({ id }: { id: string }) {
  const query = useContractQuery(userHistory, { id }, { quiet: true })
  const { data } = query
  if (!data) return <Waiting query={query} />
  return (
    <Timeline
      items={data.toReversed().map(({ id: key, at, actor, actorName, action, changes }) => ({
        key,
        at,
        by: <ActorText actor={actor} name={actorName} />,
        title: action,
        note: changes.map(({ name, before, after }) => `${name}: ${before === null ? '' : `${before} → `}${after ?? '—'}`).join('; '),
      }))}
    />
  )
}
