import { Button, Drawer, Segmented, Switch } from 'antd'
import { type ReactNode, useId } from 'react'
import { useShellText } from '../../i18n.ts'
import { COLOURS, changeSettings, resetSettings, SETTINGS, type Settings, useSettings } from '../preferences/settings.ts'

type OnOff = { [K in keyof Settings]: Settings[K] extends boolean ? K : never }[keyof Settings]

function Row({ label, children }: { label: string; children: (labelledBy: string) => ReactNode }) {
  const id = useId()
  return (
    <div className="bt-setting">
      <span id={id}>{label}</span>
      {children(id)}
    </div>
  )
}

/** Choices say what they are by the words theme.<value>. */
function Choice({ name, label }: { name: 'theme' | 'menuTheme' | 'layout' | 'contentWidth' | 'density'; label: string }) {
  const t = useShellText()
  const value = useSettings((state) => state[name])
  const options = SETTINGS[name].options.map((one) => ({ value: one, label: t(`theme.${one}`) }))
  return (
    <Row label={label}>
      {(id) => <Segmented aria-labelledby={id} size="small" options={options} value={value} onChange={(chosen) => changeSettings({ [name]: chosen })} />}
    </Row>
  )
}

function Toggle({ name, label, disabled = false }: { name: OnOff; label: string; disabled?: boolean }) {
  const value = useSettings((state) => state[name])
  return (
    <Row label={label}>
      {(id) => <Switch aria-labelledby={id} size="small" checked={value} disabled={disabled} onChange={(checked) => changeSettings({ [name]: checked })} />}
    </Row>
  )
}

function Swatches() {
  const t = useShellText()
  const colour = useSettings((state) => state.colour)
  return (
    <Row label={t('theme.colour')}>
      {(id) => (
        <div className="bt-swatches" role="radiogroup" aria-labelledby={id}>
          {SETTINGS.colour.options.map((name) => (
            <label key={name} title={t(`theme.colours.${name}`)} style={{ background: COLOURS[name] }}>
              <input
                type="radio"
                name="colour"
                className="bt-visually-hidden"
                checked={colour === name}
                onChange={() => changeSettings({ colour: name })}
                aria-label={t(`theme.colours.${name}`)}
              />
            </label>
          ))}
        </div>
      )}
    </Row>
  )
}

/** How the portal looks, kept in the browser. */
export default function ThemeDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useShellText()
  const layout = useSettings((state) => state.layout)
  const fixedHeader = useSettings((state) => state.fixedHeader)
  return (
    <Drawer title={t('theme.title')} open={open} onClose={onClose} size={340} footer={<Button onClick={resetSettings}>{t('theme.reset')}</Button>}>
      <Choice name="theme" label={t('theme.mode')} />
      <Choice name="menuTheme" label={t('theme.menuTheme')} />
      <Swatches />
      <Choice name="density" label={t('theme.density')} />
      <Choice name="layout" label={t('theme.layout')} />
      <Choice name="contentWidth" label={t('theme.width')} />
      <Toggle name="fixedHeader" label={t('theme.fixedHeader')} />
      <Toggle name="autoHideHeader" label={t('theme.autoHideHeader')} disabled={!fixedHeader} />
      <Toggle name="fixedSider" label={t('theme.fixedSider')} disabled={layout === 'top'} />
      <Toggle name="multiTab" label={t('theme.multiTab')} />
      <Toggle name="colourWeak" label={t('theme.weak')} />
    </Drawer>
  )
}
