// Implements npm run services:up | services:down | services:status, each for all servers or for the specified ones.
import { localAddress } from "./address-of.ts";
import { SERVICES } from "./catalogue.ts";
import { ServiceProcess } from "./service-process.ts";

const [command, ...names] = process.argv.slice(2);
const unknown = names.filter((name) => !SERVICES.some((service) => service.name === name));
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(", ")}; there are ${SERVICES.map(({ name }) => name).join(", ")}`);
  process.exit(2);
}

for (const service of SERVICES.filter(({ name }) => names.length === 0 || names.includes(name))) {
  const server = new ServiceProcess(service);
  const title = `${service.name} ${service.version}`;
  if (command === "up") {
    await server.start();
    console.log(`${title}: up at ${localAddress(service)}`);
  } else if (command === "down") {
    await server.stop();
    console.log(`${title}: down`);
  } else if (command === "status") {
    const state = (await server.isUp()) ? `up at ${localAddress(service)}` : "down";
    console.log(`${title}: ${state}, log in ${server.logFile}`);
  } else {
    console.error("one of up, down, status");
    process.exit(2);
  }
}
