export { peerSettings, peerSettingsProblem, type PeerSettings } from "../peer/remote-settings.ts";
