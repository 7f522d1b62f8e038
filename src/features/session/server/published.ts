/** For the screens of administrators, who see other people's sessions. */
export { deviceName } from '../domain/device-name.ts'
