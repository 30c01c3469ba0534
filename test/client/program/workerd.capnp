using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "walk", worker = (
      modules = [(name = "worker", esModule = embed "worker.bundle.js")],
      compatibilityDate = "2026-01-01",
      bindings = [
        (name = "url", fromEnvironment = "SERVICE"),
        (name = "serviceKey", fromEnvironment = "SERVICE_KEY"),
      ],
    )),
    # the service listens on this machine
    (name = "internet", network = (allow = ["private"])),
  ],
);
