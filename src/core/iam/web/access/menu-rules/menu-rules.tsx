import { Alert } from 'antd'
import { listMenuRules, type MenuRule } from '#core/iam/contract/access/menu-rules.ts'
import type { OutputOf } from '#kernel/contract.ts'
import { useLabels, useNames } from '#platform/web/i18n.ts'
import { ActionButton, ActionHost } from '#platform/web/kit/actions/action-host.tsx'
import { StatusTag } from '#platform/web/kit/value/status-tag.tsx'
import { words } from '../words.ts'
import { addRule, editRule, removeRule, ruleRow } from './menu-rule-actions.tsx'

interface Props extends OutputOf<typeof listMenuRules> {
  application: string
}

/** Screen by screen, who sees it: the rules in words. */
export function MenuRules({ application, screens, rules }: Props) {
  const labels = useLabels(words)
  const sections = [{ path: null, title: labels.text('allGated'), group: '' }, ...screens]
  const known = new Set<string | null>(sections.map(({ path }) => path))
  const stray = rules.filter(({ path }) => !known.has(path))
  const list = (of: readonly MenuRule[]) => (
    <ul>
      {of.map((rule) => (
        <Rule key={rule.id} rule={ruleRow(rule, screens)} />
      ))}
    </ul>
  )
  return (
    <ActionHost entity="iam.menuRule" schema={listMenuRules.output.shape.rules.element} nameOf={({ name }: MenuRule) => name}>
      <div className="bt-stack">
        <Alert type="info" showIcon title={labels.text('rulesText')} />
        {screens.length === 0 && <p className="bt-note">{labels.text('noGated')}</p>}
        {sections.map(({ path, title, group }) => {
          const own = rules.filter((rule) => rule.path === path)
          const covered = own.length > 0 || rules.some((rule) => rule.path === null && rule.status === 'ACTIVE')
          return (
            <section key={path ?? ''} className="access-rules">
              <header>
                <h3>
                  {group && <small>{group} / </small>}
                  {title}
                </h3>
                <ActionButton action={addRule} row={{ application, path, title, screens }} />
              </header>
              {own.length > 0 ? (
                list(own)
              ) : (
                <p className="bt-none">{labels.text(path === null ? 'noRuleForAll' : covered ? 'ruleFromAll' : 'shownToNobody')}</p>
              )}
            </section>
          )
        })}
        {stray.length > 0 && (
          <section className="access-rules">
            <header>
              <h3>{labels.text('strayRules')}</h3>
            </header>
            {list(stray)}
          </section>
        )}
      </div>
    </ActionHost>
  )
}

function Rule({ rule }: { rule: ReturnType<typeof ruleRow> }) {
  const labels = useLabels(words)
  const units = useNames('organisation.unitLevel')
  const conditions = [
    { name: labels.field('menuRule', 'levels'), values: rule.levels.map((level) => units.enumValue('organisation.unitLevel', level)) },
    { name: labels.field('menuRule', 'unitIds'), values: rule.units.map((unit) => unit.name) },
    { name: labels.field('menuRule', 'roleIds'), values: rule.roles.map((role) => role.name) },
  ].filter(({ values }) => values.length > 0)
  return (
    <li>
      <strong>{rule.name}</strong>
      <StatusTag machine="iam.clientStatus" value={rule.status} />
      <span className="access-conditions">
        {conditions.length === 0 ? labels.text('everybody') : conditions.map(({ name, values }) => `${name}: ${values.join(', ')}`).join('; ')}
      </span>
      <span>
        <ActionButton action={editRule} row={rule} />
        <ActionButton action={removeRule} row={rule} />
      </span>
    </li>
  )
}
