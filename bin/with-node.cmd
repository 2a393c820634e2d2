@rem bin/with-node for Windows, where nothing tells whether a Node starts but starting it.
@"%npm_node_execpath%" "%~dp0launch.js" %*
