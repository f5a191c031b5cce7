import { connect } from "node:net";

export const takesConnections = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const end = (isUp: boolean) => {
      socket.destroy();
      resolve(isUp);
    };
    socket.once("connect", () => end(true)).once("error", () => end(false));
  });
