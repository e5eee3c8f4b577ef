import { defineManifest } from '#kernel/screens.ts'
import { listCouriers } from '../contract/couriers.ts'
import { cobIncidents } from '../contract/incidents.ts'
import { listWatched } from '../contract/watch.ts'
import { paths } from './paths.ts'

export const manifest = defineManifest({
  module: 'cob',
  subsystem: 'PP_COB',
  screens: [
    { path: paths.couriers, permission: listCouriers.permission, title: 'couriers' },
    { path: paths.incidents, permission: cobIncidents.permissions.see, title: 'incidents' },
    { path: paths.incident, permission: cobIncidents.permissions.see, title: 'incident', hidden: true },
    { path: paths.incidentCreate, permission: cobIncidents.permissions.create, title: 'incidentCreate', hidden: true },
    { path: paths.incidentBoard, permission: cobIncidents.permissions.see, title: 'incidentBoard' },
    { path: paths.watch, permission: listWatched.permission, title: 'watch' },
  ],
  menu: [
    {
      title: 'incidentManagement',
      icon: 'incident',
      children: [{ screen: paths.watch }, { screen: paths.incidents }, { screen: paths.incidentBoard }],
    },
  ],
})
